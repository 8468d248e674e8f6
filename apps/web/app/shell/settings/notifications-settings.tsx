import { settingsQuery } from '../../features/members/settings.api.ts';
import { MessageSettings } from '../../features/messages/message-settings.tsx';
import {
  NotificationSettings,
  notificationSettingsQuery,
} from '../../features/notifications/notification-settings.tsx';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchQuery(notificationSettingsQuery);
  void queryClient.prefetchQuery(settingsQuery);
});

export default function NotificationsAndMessages() {
  return (
    <>
      <NotificationSettings />
      <MessageSettings />
    </>
  );
}
