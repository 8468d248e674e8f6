export { useResumedOutbox, useUnreadCount } from './unread-count.ts';
