import type { Notification } from '@commons/contract/notifications/schemas';
import { CalendarDays, Gavel, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { pathOf, NotificationText } from './sentence.tsx';

type ItemProps = { notification: Notification; onOpen: () => void };

/** A notification as a link. Unread is marked by a hidden text as well as by the dot. */
export function NotificationItem({ notification, onOpen }: ItemProps) {
  const { at, isRead } = notification;
  return (
    <li>
      <Link
        to={pathOf(notification)}
        prefetch="intent"
        onClick={onOpen}
        className={classNames(
          'flex min-h-16 items-center gap-3 px-4 py-3 transition-colors hover:bg-primary-soft md:px-6',
          !isRead && 'bg-primary-soft/50',
        )}
      >
        <ActorAvatars {...notification} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm text-muted wrap-anywhere">
            <NotificationText notification={notification} />
          </span>
          <span className="block text-xs text-muted">
            <RelativeTime at={at} />
          </span>
        </span>
        {!isRead && (
          <span className="flex shrink-0">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-primary forced-colors:bg-[Highlight]" />
            <span className="sr-only">Not read yet</span>
          </span>
        )}
      </Link>
    </li>
  );
}

/** The avatars of the two latest members, or an icon if no member is involved. */
function ActorAvatars({ actors, kind }: Notification) {
  const [first, second] = actors;
  if (!first) return <KindIcon icon={kind === 'decision' ? Gavel : CalendarDays} />;
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
