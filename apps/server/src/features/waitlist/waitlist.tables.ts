import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { leftUnder, type PersonalData } from '../../platform/personal-data.ts';

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: primaryId(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    message: text(),
    createdAt: instant().notNull(),
    /** When the newest invitation was sent; its link carries a token, of which only the digest is kept. */
    invitedAt: instant(),
    invitationDigest: text(),
    /** When an account was opened by an invitation. */
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
    what: 'name, email and words that you left on the waitlist',
    why: 'you are written to when there is a place',
    until: 'an admin takes you off the list, or you leave with this address confirmed',
    mentions: [
      {
        column: waitlistEntries.email,
        isTheirs: leftUnder(waitlistEntries.email),
        exported: true,
        leaving: 'deleted',
      },
    ],
    secrets: [waitlistEntries.invitationDigest],
  },
];
