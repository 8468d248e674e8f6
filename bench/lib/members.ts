import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { signedValue } from '../../apps/server/src/features/auth/session-lookup.ts';
import { sessionSecret } from './servers.ts';

export type SignedInMember = { id: string; cookie: string };

/** Creates sessions for `count` random members. */
export async function signInMembers(pool: Pool, count: number): Promise<SignedInMember[]> {
  const ids = await readIds(pool, 'SELECT id FROM users ORDER BY md5(id::text) LIMIT $1', [count]);
  const tokens = ids.map(() => randomUUIDv7());
  await pool.query(
    `INSERT INTO sessions (id, user_id, token, expires_at)
     SELECT uuidv7(), user_id, token, now() + interval '30 days' FROM unnest($1::uuid[], $2::text[]) AS made (user_id, token)`,
    [ids, tokens],
  );
  return ids.map((id, index) => ({ id, cookie: `commons-session=${signedValue(tokens[index] ?? '', sessionSecret)}` }));
}

export const readIds = async (pool: Pool, text: string, values: unknown[] = []): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);

/** Deletes all blocks, so that any member can write to any other. */
export const deleteBlocks = (pool: Pool): Promise<unknown> => pool.query('DELETE FROM blocks');

/** Connects the first with the second, the third with the fourth, and so on. */
export async function connectPairs(pool: Pool, members: readonly SignedInMember[]): Promise<void> {
  const [ones, others] = [0, 1].map((part) => members.filter((_, index) => index % 2 === part).map(({ id }) => id));
  await pool.query(
    `INSERT INTO connections (member_id, other_id, state, since)
     SELECT one, other, 'connected', now() FROM unnest($1::uuid[], $2::uuid[]) AS pair (one, other)
     UNION ALL SELECT other, one, 'connected', now() FROM unnest($1::uuid[], $2::uuid[]) AS pair (one, other)`,
    [ones, others],
  );
}

/** Returns the members that can read this address. A block may hide it from others. */
export async function findReaders(url: string, members: SignedInMember[]): Promise<SignedInMember[]> {
  const isReadable = await Promise.all(
    members.map(async ({ cookie }) => (await fetch(url, { headers: { cookie } })).ok),
  );
  return members.filter((_, index) => isReadable[index]);
}
