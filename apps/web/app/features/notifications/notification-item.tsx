import type { NotificationKind } from '@commons/contract/notifications';
import type { Notification } from '@commons/contract/notifications/schemas';
import {
  CalendarDays,
  Gavel,
  Heart,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { pathOf, NotificationText } from './sentence.tsx';

type ItemProps = { notification: Notification; onOpen: () => void };

/** A notification as a link. Unread is marked by a dot, by a stronger text and by a hidden text. */
export function NotificationItem({ notification, onOpen }: ItemProps) {
  const { actors, at, isRead, kind } = notification;
  const Icon = icons[kind];
  return (
    <Link
      to={pathOf(notification)}
      prefetch="intent"
      onClick={onOpen}
      className="flex min-h-18 items-center gap-3 px-4 py-3 transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2 md:gap-4 md:px-6"
    >
      <ActorAvatars {...notification} />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 md:flex-row md:flex-wrap md:items-center md:justify-between">
        <span
          className={classNames(
            'min-w-0 text-sm wrap-anywhere md:flex-[1_1_12rem]',
            isRead ? 'text-muted' : 'font-semibold text-ink',
          )}
        >
          <NotificationText notification={notification} />
        </span>
        <span className="flex shrink-0 items-center gap-2 text-xs text-muted">
          {actors.length > 0 && <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="flex size-2.5 shrink-0">
        {!isRead && (
          <>
            <span aria-hidden="true" className="flex-1 rounded-full bg-primary forced-colors:bg-[Highlight]" />
            <span className="sr-only">Not read yet</span>
          </>
        )}
      </span>
    </Link>
  );
}

const icons: Record<NotificationKind, LucideIcon> = {
  liked: Heart,
  commented: MessageSquareText,
  replied: MessageSquareText,
  connection_requested: UserRoundPlus,
  connection_accepted: UserRoundCheck,
  event_place: CalendarDays,
  event_changed: CalendarDays,
  event_reminder: CalendarDays,
  event_cancelled: CalendarDays,
  message: MessageCircle,
  decision: Gavel,
};

/** The avatars of the two latest members, or an icon if no member is involved. */
function ActorAvatars({ actors, kind }: Notification) {
  const [first, second] = actors;
  if (!first) return <KindIcon icon={icons[kind]} />;
  return (
    <span className="relative flex size-11 shrink-0">
      {second ? (
        <>
          <span className="absolute end-0 bottom-0 flex">
            <Avatar id={second.id} name={second.displayName} imageUrl={second.profileImageUrl} size="small" />
          </span>
          <span className="absolute start-0 top-0 flex rounded-full ring-2 ring-surface">
            <Avatar id={first.id} name={first.displayName} imageUrl={first.profileImageUrl} size="small" />
          </span>
        </>
      ) : (
        <Avatar id={first.id} name={first.displayName} imageUrl={first.profileImageUrl} />
      )}
    </span>
  );
}

function KindIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunk text-muted">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
