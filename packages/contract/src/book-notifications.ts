import { defineErrors } from './problem.ts';

export const bookNotificationErrors = defineErrors({
  'book_notifications.email_exists': {
    status: 409,
    title: 'Already Registered',
    detail: 'This email is already registered for book notifications.',
  },
  'book_notifications.locked': {
    status: 401,
    title: 'This page is locked',
    detail: 'The access code opens this page for 30 minutes. Please enter it again.',
  },
  'book_notifications.not_found': {
    status: 404,
    title: 'Not on the list',
    detail: 'This person is no longer on the list.',
  },
});

export const bookNotificationPaths = {
  createBookNotification: { method: 'POST', path: '/api/book-notifications', creates: true },
  openBookNotifications: { method: 'POST', path: '/api/book-notifications/admin' },
  listBookNotifications: { method: 'GET', path: '/api/book-notifications' },
  deleteBookNotification: { method: 'DELETE', path: '/api/book-notifications/{id}' },
} as const;
