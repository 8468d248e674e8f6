import { randomBytes } from 'node:crypto';
import { apiTokenErrors, apiTokenLimits, tokenPrefix } from '@commons/contract/api-tokens';
import type { ApiToken, ApiTokenInput } from '@commons/contract/api-tokens/schemas';
import { desc, eq, lt, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { type AdminRules, memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { apiTokens } from './api-tokens.tables.ts';
import { digestOf, ownerMayAct } from './token-lookup.ts';

const tokenError = errorsOf(apiTokenErrors);

/** Number of random characters that the list shows. The others keep 232 bits. */
const shownCharacters = 4;
/** Admins see for this time that a token has expired. */
const daysAfterExpiry = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

const tokenRows = prepareOnce((db) =>
  db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      start: apiTokens.start,
      scopes: apiTokens.scopes,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      owner: memberColumns,
      mayAct: ownerMayAct,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.memberId))
    .orderBy(desc(apiTokens.id))
    .prepare('api_tokens'),
);

/** Lists the tokens of all admins, newest first. */
export async function listTokens(db: Queryable, { adminsNeedTwoFactor }: AdminRules): Promise<ApiToken[]> {
  const rows = await tokenRows(db).execute({ adminsNeedTwoFactor });
  return rows.map(({ mayAct, owner, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    owner: toMemberSummary(owner),
    state: expiresAt <= databaseNow() ? 'expired' : mayAct ? 'active' : 'paused',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Creates a token and returns it. Only its digest is stored. */
export async function createToken(
  work: UnitOfWork,
  viewer: Viewer,
  { name, scopes, days }: ApiTokenInput,
  rules: AdminRules,
) {
  const { tx } = work;
  if ((await tx.$count(apiTokens, eq(apiTokens.memberId, viewer.id))) >= apiTokenLimits.perAdmin)
    throw tokenError('api_tokens.too_many');
  const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`;
  const createdAt = databaseNow();
  const id = newId();
  await tx.insert(apiTokens).values({
    id,
    memberId: viewer.id,
    name,
    start: token.slice(0, tokenPrefix.length + shownCharacters),
    digest: digestOf(token),
    scopes,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days * dayMilliseconds),
  });
  const details = { scopes: scopes.join(', '), days };
  await recordAudit(work, { actorId: viewer.id, action: 'api_token.created', subjectId: id, details });
  return { token, apiToken: onlyRow((await listTokens(tx, rules)).filter((each) => each.id === id)) };
}

/** Revokes a token: its next call is rejected. */
export async function revokeToken(work: UnitOfWork, viewer: Viewer, id: string): Promise<void> {
  const [revoked] = await work.tx
    .delete(apiTokens)
    .where(eq(apiTokens.id, id))
    .returning({ memberId: apiTokens.memberId });
  if (!revoked) throw tokenError('api_tokens.not_found');
  const { memberId } = revoked;
  await recordAudit(work, { actorId: viewer.id, action: 'api_token.revoked', subjectId: id, memberId });
}

/** Deletes tokens that expired long ago. */
export async function deleteOldTokens(db: Database): Promise<void> {
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, sql`now() - make_interval(days => ${daysAfterExpiry})`));
}
