import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: primaryId(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    message: text(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('waitlist_entries_one_per_email').on(table.email)],
);
