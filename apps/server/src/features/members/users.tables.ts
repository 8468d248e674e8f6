import { motions, roles, themes } from '@commons/contract/members';
import { audiences } from '@commons/contract/profiles';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type PersonalData } from '../../platform/personal-data.ts';
import { searchDocuments } from '../../platform/search/search.tables.ts';

type Columns = Readonly<
  Record<'firstName' | 'lastName' | 'email' | 'lastLoginAt' | 'isFlagged' | 'suspendedUntil', AnyPgColumn>
>;

export const nameInOrder = ({ firstName, lastName }: Columns): SQL<string> =>
  sql`lower(${firstName} || ' ' || ${lastName})`;

/** Who never signed in comes first. */
export const lastLoginInOrder = ({ lastLoginAt }: Columns): SQL<string> =>
  sql`coalesce(${lastLoginAt}, '-infinity'::timestamptz)`;

/** 0 for most, 1 for the flagged, 2 for the suspended. */
export const statusInOrder = ({ isFlagged, suspendedUntil }: Columns): SQL<number> =>
  sql`(CASE WHEN ${suspendedUntil} IS NOT NULL THEN 2 WHEN ${isFlagged} THEN 1 ELSE 0 END)`;

export const searchedWords = ({ firstName, lastName, email }: Columns): SQL<string> =>
  sql`(${firstName} || ' ' || ${lastName} || ' ' || ${email})`;

/** Members. Accounts are opened through the `auth` feature; profile, role and counters are written by their owners. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    /** First and last name together, kept by the account library. */
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
    /** Over at that time by itself: whoever reads it compares it with the clock. A job tidies up behind it. */
    suspendedUntil: instant(),
    /** What the member is told. */
    suspensionReason: text(),
    mindfulnessScore: integer().notNull().default(0),
    /** Grows in the statement that moves the score. */
    scoreRevision: integer().notNull().default(0),
    meditationSeconds: integer().notNull().default(0),
    /** The full minutes of those seconds, kept in the same statement. */
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
    /** Kept by the account library: whether signing in asks for a code. */
    twoFactorEnabled: boolean().notNull().default(false),
    /** Until then the member is hidden, unless they come back before. Over at that time by itself. */
    breakUntil: instant(),
    /** When the member left. What is left of them is an empty row. */
    leftAt: instant(),
    /** What they wished for what they wrote. */
    leftContent: text({ enum: ['remove', 'anonymise'] }),
    /** When the member said that they are 18 or over and will keep to the guidelines. */
    guidelinesAcceptedAt: instant(),
    lastLoginAt: instant(),
    /** When the member last used the community, to the hour. */
    lastActiveAt: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_one_per_email').on(table.email),
    index('users_by_last_active').on(table.lastActiveAt),
    // What admins sort and search all members by; the id makes each order a total one.
    index('users_in_order_of_role').on(table.role, table.id),
    index('users_in_order_of_name').on(nameInOrder(table), table.id),
    index('users_in_order_of_last_login').on(lastLoginInOrder(table), table.id),
    index('users_in_order_of_status').on(statusInOrder(table), table.id),
    // The one above is in the order of a language, which a beginning cannot be looked up in.
    index('users_by_beginning_of_email').on(table.email.op('text_pattern_ops')),
    index('users_by_words').using('gin', sql`${searchedWords(table)} gin_trgm_ops`),
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

export const personalData: PersonalData[] = [
  {
    table: users,
    what: 'your account: name, email, photo, what you say of yourself, settings, role, points and when you were here last',
    why: 'others know whom they talk to, as far as you let them; the settings are yours',
    until: 'you leave; an empty row stays, so that what others wrote to you keeps its place',
    mentions: [{ column: users.id, exported: true, leaving: { kept: 'emptied of everything but its number' } }],
  },
  {
    table: searchDocuments,
    what: 'the search index of your name, your title and your posts',
    why: 'members find each other',
    until: 'you leave, or delete the post',
    mentions: [
      {
        column: searchDocuments.id,
        isTheirs: ({ id }) => sql`${searchDocuments.type} = 'people' AND ${searchDocuments.id} = ${id}`,
        exported: { no: 'it is a copy of your profile and your posts' },
        leaving: 'deleted',
      },
    ],
  },
];
