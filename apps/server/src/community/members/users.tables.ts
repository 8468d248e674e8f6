import { motions, roles, themes } from '@commons/contract/members';
import { audiences } from '@commons/contract/profiles';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type PersonalData } from '../personal-data.ts';
import { searchDocuments } from '../search-documents/search.tables.ts';

type Columns = Readonly<
  Record<'firstName' | 'lastName' | 'email' | 'lastLoginAt' | 'isFlagged' | 'suspendedUntil', AnyPgColumn>
>;

export const nameSortKey = ({ firstName, lastName }: Columns): SQL<string> =>
  sql`lower(${firstName} || ' ' || ${lastName})`;

/** Sort key: members who never signed in come first. */
export const lastLoginSortKey = ({ lastLoginAt }: Columns): SQL<string> =>
  sql`coalesce(${lastLoginAt}, '-infinity'::timestamptz)`;

/** Sort key: 0 for active, 1 for flagged and 2 for suspended members. */
export const statusSortKey = ({ isFlagged, suspendedUntil }: Columns): SQL<number> =>
  sql`(CASE WHEN ${suspendedUntil} IS NOT NULL THEN 2 WHEN ${isFlagged} THEN 1 ELSE 0 END)`;

export const searchableText = ({ firstName, lastName, email }: Columns): SQL<string> =>
  sql`(${firstName} || ' ' || ${lastName} || ' ' || ${email})`;

/** Members. The `auth` feature creates the rows; other features write profile, role and counters. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    /** Full name, maintained by the account library. */
    name: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    profileImageUrl: text(),
    title: text(),
    bio: text(),
    location: text(),
    favoriteBook: text(),
    favoriteQuote: text(),
    favoriteHobby: text(),
    threeInterestingThings: text(),
    currentGoal: text(),
    instagram: text(),
    facebook: text(),
    twitter: text(),
    linkedin: text(),
    role: text({ enum: roles }).notNull().default('user'),
    isFlagged: boolean().notNull().default(false),
    /** End of the suspension. Readers compare it with the clock; a job clears it later. */
    suspendedUntil: instant(),
    /** Shown to the member. */
    suspensionReason: text(),
    mindfulnessScore: integer().notNull().default(0),
    /** Grows in each statement that changes the score. */
    scoreRevision: integer().notNull().default(0),
    meditationSeconds: integer().notNull().default(0),
    /** Full minutes of `meditationSeconds`, updated in the same statement. */
    meditationMinutes: integer().notNull().default(0),
    emailAudience: text({ enum: audiences }).notNull().default('nobody'),
    locationAudience: text({ enum: audiences }).notNull().default('members'),
    socialsAudience: text({ enum: audiences }).notNull().default('members'),
    messagesFrom: text({ enum: ['members', 'connections'] })
      .notNull()
      .default('members'),
    sendsReadReceipts: boolean().notNull().default(true),
    showsPresence: boolean().notNull().default(true),
    showsOnLeaderboard: boolean().notNull().default(true),
    theme: text({ enum: themes }).notNull().default('system'),
    motion: text({ enum: motions }).notNull().default('system'),
    textSize: integer().notNull().default(100),
    /** Whether sign-in needs a code. Maintained by the account library. */
    twoFactorEnabled: boolean().notNull().default(false),
    /** End of the member's break, during which they are hidden. Readers compare it with the clock. */
    breakUntil: instant(),
    /** Time when the member left. The row is emptied then. */
    leftAt: instant(),
    /** The member's choice for their content when they left. */
    leftContent: text({ enum: ['remove', 'anonymise'] }),
    /** Time when the member last accepted the guidelines. They then confirmed their age of 18 or over as well. */
    guidelinesAcceptedAt: instant(),
    /** The accepted version of the guidelines. Null without consent to process data about the member's health. */
    guidelinesVersion: integer(),
    lastLoginAt: instant(),
    /** Last use of the community, with a precision of one hour. */
    lastActiveAt: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_one_per_email').on(table.email),
    index('users_by_last_active').on(table.lastActiveAt),
    // Sort orders of the admins' member table. The id makes each order total.
    index('users_in_order_of_role').on(table.role, table.id),
    index('users_in_order_of_name').on(nameSortKey(table), table.id),
    index('users_in_order_of_last_login').on(lastLoginSortKey(table), table.id),
    index('users_in_order_of_status').on(statusSortKey(table), table.id),
    // For prefix searches: the unique index above uses the collation of a language, which cannot serve them.
    index('users_by_beginning_of_email').on(table.email.op('text_pattern_ops')),
    index('users_by_words').using('gin', sql`${searchableText(table)} gin_trgm_ops`),
    index('users_flagged')
      .on(table.id)
      .where(sql`${table.isFlagged}`),
    index('users_suspended')
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} IS NOT NULL`),
    index('users_who_left')
      .on(table.leftAt)
      .where(sql`${table.leftAt} IS NOT NULL`),
    index('users_on_break')
      .on(table.breakUntil)
      .where(sql`${table.breakUntil} IS NOT NULL`),
  ],
);

/** A reference to the member that a row belongs to. The row is deleted with the member's. */
export const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const personalData: PersonalData[] = [
  {
    table: users,
    description: 'your account: name, email, photo, profile, settings, role, points and the time of your last visit',
    purpose: 'other members see who you are, as far as you allow it; the community works with your settings',
    retention: 'you leave; an empty row stays, because messages from others to you refer to it',
    references: [{ column: users.id, exported: true, leaving: { kept: 'an empty row with your id' } }],
  },
  {
    table: searchDocuments,
    description: 'the search index of your name, title and posts',
    purpose: 'members can find you and your posts',
    retention: 'you leave, or delete the post',
    references: [
      {
        column: searchDocuments.id,
        condition: ({ id }) => sql`${searchDocuments.type} = 'people' AND ${searchDocuments.id} = ${id}`,
        exported: { no: 'it is a copy of your profile and your posts' },
        leaving: 'deleted',
      },
    ],
  },
];
