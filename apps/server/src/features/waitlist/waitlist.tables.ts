import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { storedUnderEmail, type PersonalData } from '../../community/personal-data.ts';
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
    /** Time of the newest invitation. Only the digest of its token is stored. */
    invitedAt: instant(),
    invitationDigest: text(),
    /** Time when the person created an account with the invitation. */
    joinedAt: instant(),
  },
  (table) => [
    uniqueIndex('waitlist_entries_one_per_email').on(table.email),
    uniqueIndex('waitlist_entries_one_per_invitation').on(table.invitationDigest),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: waitlistEntries,
    description: 'the name, email and message that you entered for the waitlist',
    purpose: 'you can be invited',
    retention: 'an admin deletes the entry, or you leave with this email confirmed',
    references: [
      {
        column: waitlistEntries.email,
        condition: storedUnderEmail(waitlistEntries.email),
        exported: true,
        leaving: 'deleted',
      },
    ],
    excludedFromExport: [waitlistEntries.invitationDigest],
  },
];
