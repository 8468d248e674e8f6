import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { onlyRow, type Queryable } from '../../platform/database/database.ts';
import { verifications } from './auth.tables.ts';

/** The purpose of a link in a mail. */
type Purpose = 'reset-password' | 'email-change';

const lifetimeMilliseconds = 60 * 60 * 1000;

/** Creates the token of a link. The table stores only its digest, so that a backup contains no usable links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the identifier under which the table stores the link with this token. */
export const identifierOf = (purpose: Purpose, token: string): string =>
  `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;

/** Stores a link, which stays open for an hour. Returns its id. */
export async function storeLink(tx: Queryable, purpose: Purpose, token: string, value: string): Promise<string> {
  const expiresAt = new Date(databaseNow().getTime() + lifetimeMilliseconds);
  const link = { identifier: identifierOf(purpose, token), value, expiresAt };
  return onlyRow(await tx.insert(verifications).values(link).returning({ id: verifications.id })).id;
}

const isOpenLink = (purpose: Purpose, token: string): SQL | undefined =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, sql`now()`));

/** Returns whether a link is unused and not expired. Does not consume it. */
export const isLinkOpen = async (db: Queryable, purpose: Purpose, token: string): Promise<boolean> =>
  (await db.$count(verifications, isOpenLink(purpose, token))) > 0;

/** Consumes a link and returns its stored value. Undefined when the link was used or is too old. */
export async function consumeLink(tx: Queryable, purpose: Purpose, token: string): Promise<string | undefined> {
  const [consumedLink] = await tx
    .delete(verifications)
    .where(isOpenLink(purpose, token))
    .returning({ value: verifications.value });
  return consumedLink?.value;
}
