import { roles } from '@commons/contract/members';
import { audiences } from '@commons/contract/profiles';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';

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
    lastLoginAt: instant(),
    /** When the member last used the community, to the hour. */
    lastActiveAt: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_one_per_email').on(table.email),
    index('users_by_role').on(table.role),
    index('users_by_last_active').on(table.lastActiveAt),
  ],
);
