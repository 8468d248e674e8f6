import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { NotificationList } from './notification-list.tsx';
import { notificationsQuery, useReadNotifications } from './notifications.api.ts';

const prefetch: Prefetch = (queryClient) => void queryClient.prefetchInfiniteQuery(notificationsQuery);
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The member's notifications in groups, newest first. */
export default function NotificationsScreen() {
  const list = useInfiniteQuery(notificationsQuery);
  const { mutate: markRead } = useReadNotifications();
  const hasUnread = list.data !== undefined && itemsIn(list.data).some(({ isRead }) => !isRead);
  return (
    <PagedList
      label="Your notifications"
      list={list}
      before={
        <ScreenHeader title="Notifications" className="mb-4 items-center gap-y-1">
          <div className="-mx-3 flex flex-wrap items-center gap-x-1">
            {hasUnread && (
              <Button variant="quiet" size="small" onClick={() => markRead(undefined)}>
                Mark all as read
              </Button>
            )}
            <Link
              to={paths.settingsOf('notifications')}
              className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-primary underline underline-offset-4"
            >
              Notification settings
            </Link>
          </div>
        </ScreenHeader>
      }
      loading={
        <LoadingRows
          label="Loading your notifications"
          count={3}
          before={<Skeleton isRound className="size-11 shrink-0" />}
        />
      }
      failedTitle="Your notifications could not be loaded"
      empty={{
        picture: 'common',
        title: 'All quiet',
        text: 'When someone replies, likes what you shared or asks to connect, it will appear here.',
        action: (
          <Link to={paths.home} className={buttonClass('secondary')}>
            Go to the feed
          </Link>
        ),
      }}
      more={{ className: 'mt-6' }}
    >
      {(notifications) => (
        <NotificationList
          notifications={notifications}
          onOpen={({ id, isRead }) => {
            if (!isRead) markRead([id]);
          }}
        />
      )}
    </PagedList>
  );
}
