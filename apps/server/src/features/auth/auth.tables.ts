import { like } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Signed-in browsers. */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    userId: ownerId(),
    token: text().notNull(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('sessions_one_per_token').on(table.token), index('sessions_by_user').on(table.userId)],
);

/** Credentials of members: a password (`credential`) or an OpenID identity. */
export const accounts = pgTable(
  'accounts',
  {
    id: primaryId(),
    userId: ownerId(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_one_per_identity').on(table.providerId, table.accountId),
    uniqueIndex('accounts_one_per_provider').on(table.userId, table.providerId),
  ],
);

/** Pending one-time values: reset tokens, email links, OpenID state. */
export const verifications = pgTable(
  'verifications',
  {
    id: primaryId(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('verifications_by_identifier').on(table.identifier)],
);

/** Authenticator keys and recovery codes of members. Both are encrypted by the account library. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: primaryId(),
    userId: ownerId(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    /** True after a first code has confirmed that the app has the key. */
    verified: boolean().notNull().default(false),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  (table) => [uniqueIndex('two_factors_one_per_member').on(table.userId)],
);

/** Deleting these rows needs no counter update. */
export const cascades = ['sessions.user_id', 'accounts.user_id', 'two_factors.user_id'];

export const personalData: PersonalData[] = [
  {
    table: sessions,
    description: 'your sessions: browser, network address, times',
    purpose: 'you stay signed in, and can see and end unknown sessions',
    retention: 'you sign out; at most 30 days without use, and at most 90 days',
    references: [ownedBy(sessions.userId)],
    excludedFromExport: [sessions.token],
  },
  {
    table: accounts,
    description: 'your sign-in data: a digest of your password, or your id at the sign-in provider',
    purpose: 'nobody else can sign in as you',
    retention: 'you leave',
    references: [ownedBy(accounts.userId)],
    excludedFromExport: [accounts.password, accounts.accessToken, accounts.refreshToken, accounts.idToken],
  },
  {
    table: verifications,
    description: 'mailed links, and sign-ins that wait for their code',
    purpose: 'each works once',
    retention: 'it was used, or an hour has passed',
    references: [
      {
        column: verifications.value,
        condition: ({ id }) => like(verifications.value, `%${id}%`),
        exported: { no: 'anybody who reads one could use it' },
        leaving: 'deleted',
      },
    ],
  },
  {
    table: twoFactors,
    description: 'the encrypted key of your authenticator app and recovery codes',
    purpose: 'your sign-in can require a code',
    retention: 'you turn off two-factor sign-in',
    references: [ownedBy(twoFactors.userId)],
    excludedFromExport: [twoFactors.secret, twoFactors.backupCodes],
  },
];
