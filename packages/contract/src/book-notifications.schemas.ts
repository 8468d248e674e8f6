import { z } from 'zod';
import { bookNotificationErrors, bookNotificationPaths } from './book-notifications.ts';
import { accessCode, email, id, idParams, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { gateErrors } from './gates.ts';

export const bookNotificationView = z
  .object({ id, email: z.string(), firstName: z.string(), lastName: z.string(), createdAt: timestamp })
  .meta({ id: 'BookNotification' });
export type BookNotification = z.infer<typeof bookNotificationView>;

export const bookNotificationInput = z.strictObject({
  email,
  firstName: singleLine(60).min(1, 'Please tell us your first name'),
  lastName: singleLine(60).min(1, 'Please tell us your last name'),
});

const {
  'book_notifications.email_exists': emailExists,
  'book_notifications.locked': locked,
  'book_notifications.not_found': notFound,
} = bookNotificationErrors;

export const createBookNotification = endpoint({
  ...bookNotificationPaths.createBookNotification,
  summary: 'Subscribe to the book’s release',
  body: bookNotificationInput,
  replies: { 201: bookNotificationView },
  errors: { 'book_notifications.email_exists': emailExists },
});

export const openBookNotifications = endpoint({
  ...bookNotificationPaths.openBookNotifications,
  summary: 'Exchange the access code for a token that gives access to the list for 30 minutes',
  body: z.strictObject({ accessCode }),
  replies: { 200: z.object({ token: z.string(), expiresAt: timestamp }) },
  errors: gateErrors,
});

export const listBookNotifications = endpoint({
  ...bookNotificationPaths.listBookNotifications,
  summary: 'List all subscribers, newest first; needs the token (`Authorization: Bearer`) or an admin’s session',
  replies: { 200: z.array(bookNotificationView) },
  errors: { 'book_notifications.locked': locked },
});

export const deleteBookNotification = endpoint({
  ...bookNotificationPaths.deleteBookNotification,
  summary: 'Delete a subscriber; needs the token or an admin’s session',
  params: idParams,
  replies: { 204: null },
  errors: { 'book_notifications.locked': locked, 'book_notifications.not_found': notFound },
});
