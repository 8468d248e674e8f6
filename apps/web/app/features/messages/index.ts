export { useUnreadCount } from './unread-count.ts';
