import type { Notification } from '@commons/contract/notifications/schemas';
import { periodLabel } from '../../lib/locale.ts';
import { Card } from '../../ui/card.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { NotificationItem } from './notification-item.tsx';

type NotificationListProps = { notifications: readonly Notification[]; onOpen: (notification: Notification) => void };

/** Notifications below the periods in which they arrived. */
export const NotificationList = ({ notifications, onOpen }: NotificationListProps) => (
  <Card isPadded={false} className="overflow-hidden">
    <ul aria-label="Notifications, newest first" className="divide-y divide-line">
      {notifications.map((notification, index) => (
        <li key={notification.id}>
          <Period at={notification.at} newer={notifications[index - 1]?.at} />
          <NotificationItem notification={notification} onOpen={() => onOpen(notification)} />
        </li>
      ))}
    </ul>
  </Card>
);

/**
 * The period above its first notification, in the reader's time zone. The server does not know the time zone: it renders a
 * hidden line above each notification, and `app/before-paint.ts` shows the right ones.
 */
function Period({ at, newer }: { at: string; newer: string | undefined }) {
  const label = useTimeText((now) => periodLabel(at, now));
  const newerLabel = useTimeText((now) => (newer === undefined ? '' : periodLabel(newer, now)));
  return (
    <h2
      className="px-4 pt-4 font-text text-xs font-semibold tracking-normal text-muted md:px-6"
      data-period={at}
      hidden={import.meta.env.SSR || label === newerLabel}
      suppressHydrationWarning
    >
      {label}
    </h2>
  );
}
