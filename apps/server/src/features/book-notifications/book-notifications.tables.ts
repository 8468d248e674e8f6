import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { storedUnderEmail, type PersonalData } from '../../platform/personal-data.ts';

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
    what: 'the name and email that you entered for news of the book',
    why: 'you are notified when it is released',
    until: 'an admin deletes the entry, or you leave with this email confirmed',
    mentions: [
      {
        column: bookNotifications.email,
        isTheirs: storedUnderEmail(bookNotifications.email),
        exported: true,
        leaving: 'deleted',
      },
    ],
  },
];
