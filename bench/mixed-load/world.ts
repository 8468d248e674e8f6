import type { Pool } from 'pg';
import { populate } from '../../apps/server/test/population.ts';
import { addOpenEvents } from '../lib/events.ts';
import { addMeditations } from '../lib/meditations.ts';
import { connectPairs, forgetBlocks, type SignedInMember, signInMembers } from '../lib/members.ts';
import { type Kept, readKept } from './kept.ts';

/** So many that none of them meets a rate limit, however fast writes are taken. */
const writingMembers = 600;
const admins = 20;
/** Blocked, flagged and reported by others; they do nothing themselves. */
const bystandingMembers = 40;
/** So many that a crowd is not stopped by their limits. */
const crowdMembers = 2_500;

/** What a run has from its beginning to its end, however often it is interrupted. */
export type Opened = {
  members: SignedInMember[];
  admins: SignedInMember[];
  /** Who writes nothing, and whom others mute, flag and block. */
  bystanders: SignedInMember[];
  /** As whom a crowd calls: what they use up is missed by no write that is owed. */
  crowd: SignedInMember[];
  /** What was there before the first write. */
  before: [Kept, string[]][];
};

/** What is written about. A part of a run that goes on begins with what the database has. */
export type World = Opened & {
  posts: { id: string; optionIds: string[] }[];
  wins: string[];
  recommendations: string[];
  meditations: string[];
  events: string[];
  prompts: string[];
  /** What a member can change or take back, by the member: what it is, its id and the slot of the write that made it. */
  own: Map<string, { kind: string; id: string; slot: string; postId?: string | undefined }[]>;
  /** What a member does to a thing at most once: report it, react to it. */
  once: Set<string>;
};

/** Makes a community in an empty database and signs members in. */
export async function openCommunity(pool: Pool): Promise<Opened> {
  const client = await pool.connect();
  await populate(client, { members: 4_000, posts: 1_000 });
  client.release(true);
  const all = await signInMembers(pool, writingMembers + admins + bystandingMembers + crowdMembers);
  await forgetBlocks(pool);
  const members = all.slice(0, writingMembers);
  const administering = all.slice(writingMembers, writingMembers + admins);
  await connectPairs(pool, members);
  await pool.query("UPDATE users SET role = 'admin' WHERE id = ANY ($1::uuid[])", [administering.map(({ id }) => id)]);
  await addMeditations(pool, 20);
  await addOpenEvents(pool, 20);
  // With a waiting list in which members move up.
  await pool.query('UPDATE events SET max_attendees = 15');
  await pool.query('VACUUM (ANALYZE)');
  return {
    members,
    admins: administering,
    bystanders: all.slice(writingMembers + admins, -crowdMembers),
    crowd: all.slice(-crowdMembers),
    before: [...(await readKept(pool))],
  };
}

export async function readWorld(pool: Pool, opened: Opened): Promise<World> {
  const idsOf = async (select: string) => (await pool.query<{ id: string }>(select)).rows.map(({ id }) => id);
  const latest = 'ORDER BY id DESC LIMIT 500';
  const { rows: posts } = await pool.query<{ id: string; optionIds: string[] }>(
    `SELECT id, ARRAY(SELECT id FROM poll_options WHERE post_id = posts.id ORDER BY position) AS "optionIds" FROM posts
     WHERE content LIKE 'Written under load, %' AND NOT is_removed ${latest}`,
  );
  return {
    ...opened,
    posts: posts.toReversed(),
    wins: await idsOf(`SELECT id FROM wellness_wins ${latest}`),
    recommendations: await idsOf(`SELECT id FROM recommendations ${latest}`),
    meditations: await idsOf('SELECT id FROM meditations ORDER BY id LIMIT 20'),
    events: await idsOf('SELECT id FROM events ORDER BY id LIMIT 20'),
    prompts: await idsOf(`SELECT id FROM journal_prompts ${latest}`),
    own: new Map(),
    once: new Set(),
  };
}
