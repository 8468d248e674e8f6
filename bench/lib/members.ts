import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { signedValue } from '../../apps/server/src/features/auth/session-lookup.ts';
import { sessionSecret } from './server-process.ts';

export type SignedInMember = { id: string; cookie: string };

/** Creates sessions for `count` random members. */
export async function signInMembers(pool: Pool, count: number): Promise<SignedInMember[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users ORDER BY md5(id::text) LIMIT $1', [count]);
  const signedIn = rows.map(({ id }) => ({ id, sessionId: randomUUIDv7(), token: randomUUIDv7() }));
  await pool.query(
    `INSERT INTO sessions (id, user_id, token, expires_at)
     SELECT session_id, user_id, token, now() + interval '30 days' FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS made (session_id, user_id, token)`,
    [signedIn.map(({ sessionId }) => sessionId), signedIn.map(({ id }) => id), signedIn.map(({ token }) => token)],
  );
  return signedIn.map(({ id, token }) => ({ id, cookie: `commons-session=${signedValue(token, sessionSecret)}` }));
}

/** Deletes all blocks, so that any member can write to any other. */
export const deleteBlocks = (pool: Pool): Promise<unknown> => pool.query('DELETE FROM blocks');

/** Connects the first with the second, the third with the fourth, and so on. */
export async function connectPairs(pool: Pool, members: SignedInMember[]): Promise<void> {
  const ones = members.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  const others = members.filter((_, index) => index % 2 === 1).map(({ id }) => id);
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
