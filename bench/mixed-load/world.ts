import type { Pool } from 'pg';
import { populate } from '../../apps/server/test/population.ts';
import { addOpenEvents } from '../lib/events.ts';
import { addMeditations } from '../lib/meditations.ts';
import { connectPairs, deleteBlocks, type SignedInMember, signInMembers } from '../lib/members.ts';
import { type MarkKind, readStoredMarks } from './stored-marks.ts';

/** Enough members that none reaches a rate limit. */
const writingMembers = 600;
const admins = 20;
/** Members that others block, flag and report. They do not write. */
const bystandingMembers = 40;
/** Enough members that the overload test does not reach their rate limits. */
const crowdMembers = 2_500;

/** Data that stays the same during a run, even when it is interrupted. */
export type Opened = {
  members: SignedInMember[];
  admins: SignedInMember[];
  /** Members that do not write. Others mute, flag and block them. */
  bystanders: SignedInMember[];
  /** Members for the overload test. Using up their rate limits does not affect the writers. */
  crowd: SignedInMember[];
  /** Marks from before the first write. */
  before: [MarkKind, string[]][];
};

/** Subjects of writes. A resumed run reads them from the database. */
export type World = Opened & {
  posts: { id: string; optionIds: string[] }[];
  wins: string[];
  recommendations: string[];
  meditations: string[];
  events: string[];
  prompts: string[];
  /** Items that each member can change or delete, by member id, with the slot of the write that created each. */
  itemsByMember: Map<string, { kind: string; id: string; slot: string; postId?: string | undefined }[]>;
  /** Slots of writes that a member makes at most once per subject: reports and reactions. */
  once: Set<string>;
};

/** Creates a community in an empty database and signs members in. */
export async function openCommunity(pool: Pool): Promise<Opened> {
  const client = await pool.connect();
  await populate(client, { members: 4_000, posts: 1_000 });
  client.release(true);
  const all = await signInMembers(pool, writingMembers + admins + bystandingMembers + crowdMembers);
  await deleteBlocks(pool);
  const members = all.slice(0, writingMembers);
  const administering = all.slice(writingMembers, writingMembers + admins);
  await connectPairs(pool, members);
  await pool.query("UPDATE users SET role = 'admin' WHERE id = ANY ($1::uuid[])", [administering.map(({ id }) => id)]);
  await addMeditations(pool, 20);
  await addOpenEvents(pool, 20);
  // So that there is a waiting list.
  await pool.query('UPDATE events SET max_attendees = 15');
  await pool.query('VACUUM (ANALYZE)');
  return {
    members,
    admins: administering,
    bystanders: all.slice(writingMembers + admins, -crowdMembers),
    crowd: all.slice(-crowdMembers),
    before: [...(await readStoredMarks(pool))],
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
    itemsByMember: new Map(),
    once: new Set(),
  };
}
