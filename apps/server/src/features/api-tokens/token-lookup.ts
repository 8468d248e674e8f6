import { hash } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { type AdminRules, memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { AuthenticateToken } from '../../platform/http/api-tokens.ts';
import { apiTokens } from './api-tokens.tables.ts';

/** The last use is stored at most once a minute, so that most calls cause no write. */
const usePrecisionMilliseconds = 60_000;

export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** SQL condition: the owner can act as an admin now. Without two-factor sign-in, an admin may have no rights. */
export const ownerMayAct = sql<boolean>`(${users.role} = 'admin' AND ${users.leftAt} IS NULL
  AND coalesce(${users.suspendedUntil}, now()) <= now()
  AND (${users.twoFactorEnabled} OR NOT ${sql.placeholder('adminsNeedTwoFactor')}::boolean))`;

const activeToken = prepareOnce((db) =>
  db
    .select({
      id: apiTokens.id,
      scopes: apiTokens.scopes,
      lastUsedAt: apiTokens.lastUsedAt,
      isFlagged: users.isFlagged,
      member: memberColumns,
    })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.id, apiTokens.memberId), ownerMayAct))
    .where(and(eq(apiTokens.digest, sql.placeholder('digest')), gt(apiTokens.expiresAt, sql`now()`)))
    .prepare('active_api_token'),
);

/**
 * Creates the lookup of API tokens. Nothing is cached, so that a revoked token or a lost role takes effect with the next
 * call on every process.
 */
export const createTokenLookup =
  (db: Database, rules: AdminRules): AuthenticateToken =>
  async (token) => {
    const { adminsNeedTwoFactor } = rules;
    const [found] = await activeToken(db).execute({ digest: digestOf(token), adminsNeedTwoFactor });
    if (!found) return undefined;
    const { id, scopes, lastUsedAt, isFlagged, member } = found;
    await recordUse(db, id, lastUsedAt);
    return {
      scopes,
      viewer: { sessionId: id, id: member.id, role: 'admin', isFlagged, summary: toMemberSummary(member) },
    };
  };

/** Does nothing if the database accepts no writes, so that tokens can still read. */
async function recordUse(db: Database, id: string, lastUsedAt: Date | null): Promise<void> {
  const now = databaseNow();
  const before = new Date(now.getTime() - usePrecisionMilliseconds);
  if (lastUsedAt && lastUsedAt > before) return;
  const isOlder = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before));
  try {
    await db
      .update(apiTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(apiTokens.id, id), isOlder));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}
