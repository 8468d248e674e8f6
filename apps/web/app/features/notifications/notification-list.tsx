import type { Notification } from '@commons/contract/notifications/schemas';
import { dayLabel, dayOf } from '../../lib/locale.ts';
import { Card } from '../../ui/card.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { NotificationItem } from './notification-item.tsx';

type NotificationListProps = { notifications: readonly Notification[]; onOpen: (notification: Notification) => void };

/** Notifications below the days on which they arrived. */
export const NotificationList = ({ notifications, onOpen }: NotificationListProps) => (
  <Card isPadded={false} className="overflow-hidden">
    <ul aria-label="Notifications, newest first" className="divide-y divide-line">
      {notifications.map((notification, index) => {
        const before = notifications[index - 1];
        return (
          <li key={notification.id}>
            <Day at={notification.at} isHidden={before !== undefined && dayOf(before.at) === dayOf(notification.at)} />
            <NotificationItem notification={notification} onOpen={() => onOpen(notification)} />
          </li>
        );
      })}
    </ul>
  </Card>
);

/**
 * The day above its first notification, in the reader's time zone. The server does not know the time zone: it renders a
 * hidden line above each notification, and `app/before-paint.ts` shows the right ones.
 */
function Day({ at, isHidden }: { at: string; isHidden: boolean }) {
  const label = useTimeText((now) => dayLabel(at, now));
  return (
    <h2
      className="px-4 pt-4 font-text text-xs font-semibold tracking-normal text-muted md:px-6"
      data-day={at}
      hidden={import.meta.env.SSR || isHidden}
      suppressHydrationWarning
    >
      {label}
    </h2>
  );
}
