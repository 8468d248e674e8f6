import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { storedUnderEmail, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Subscribers to the book's release. */
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

export const personalData: PersonalData[] = [
  {
    table: bookNotifications,
    description: 'the name and email that you entered for news of the book',
    purpose: 'you are notified when it is released',
    retention: 'an admin deletes the entry, or you leave with this email confirmed',
    references: [
      {
        column: bookNotifications.email,
        condition: storedUnderEmail(bookNotifications.email),
        exported: true,
        leaving: 'deleted',
      },
    ],
  },
];
