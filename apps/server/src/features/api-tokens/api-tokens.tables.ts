import { type TokenScope } from '@commons/contract/api-tokens';
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** API tokens of admins. A revoked token is deleted; the audit log remembers it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: primaryId(),
    memberId: ownerId(),
    name: text().notNull(),
    /** The first characters of the token, to recognize it. */
    start: text().notNull(),
    /** SHA-256 of the token. It has 256 random bits, so a slow hash would add nothing. */
    digest: text().notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (table) => [
    unique('api_tokens_one_per_digest').on(table.digest),
    index('api_tokens_by_member').on(table.memberId),
    index('api_tokens_by_expiry').on(table.expiresAt),
  ],
);

/** A token belongs to its admin alone, and no counter includes it. */
export const cascades = ['api_tokens.member_id'];

export const personalData: PersonalData[] = [
  {
    table: apiTokens,
    description: 'API tokens that you created as an admin: their names, areas and times',
    purpose: 'other programs read the community with your rights',
    retention: 'you revoke the token; at most a month after it expired',
    references: [ownedBy(apiTokens.memberId)],
    excludedFromExport: [apiTokens.digest],
  },
];
