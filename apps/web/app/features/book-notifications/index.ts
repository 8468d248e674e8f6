export { BookNotificationForm } from './book-notification-form.tsx';
