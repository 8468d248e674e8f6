import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { leftUnder, type PersonalData } from '../../platform/personal-data.ts';

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

export const personalData: PersonalData[] = [
  {
    table: bookNotifications,
    what: 'name and email that you left to be told of the book',
    why: 'you are told when it is out',
    until: 'an admin takes you off the list, or you leave with this address confirmed',
    mentions: [
      {
        column: bookNotifications.email,
        isTheirs: leftUnder(bookNotifications.email),
        exported: true,
        leaving: 'deleted',
      },
    ],
  },
];
