import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Who asked to be told when the book is out. */
export const bookNotifications = pgTable(
  'book_notifications',
  {
    id: primaryId(),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('book_notifications_one_per_email').on(table.email)],
);
