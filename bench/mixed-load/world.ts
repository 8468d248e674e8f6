import type { Pool } from 'pg';
import { connectPairs, deleteBlocks, readIds, type SignedInMember, signInMembers } from '../lib/members.ts';
import { fill, withEvents, withMeditations } from '../lib/seed.ts';
import { type Marks, readStoredMarks } from './stored-marks.ts';

/** Enough members that none reaches a rate limit. */
const writingMembers = 600;
const adminMembers = 20;
const bystandingMembers = 40;
const crowdMembers = 2_500;

/** Something that its author can change or delete, with the slot of the write that created it. */
export type Item = {
  /** The author. */
  member: SignedInMember;
  kind: 'post' | 'picture' | 'comment' | 'entry';
  id: string;
  slot: string;
  postId?: string;
};

/** Callers and subjects of writes. */
export type World = {
  members: SignedInMember[];
  admins: SignedInMember[];
  /** Members that do not write. Others mute, flag and block them. */
  bystanders: SignedInMember[];
  /** Other members, for tests that use up rate limits. */
  crowd: SignedInMember[];
  posts: { id: string; optionIds: string[] }[];
  pictures: string[];
  meditations: string[];
  events: string[];
  prompts: string[];
  items: Item[];
  /** Slots of writes that a member makes at most once per subject: reports and reactions. */
  once: Set<string>;
  /** Marks from before the first write. */
  before: Marks;
};

/** Creates a community in an empty database and signs members in. */
export async function openWorld(pool: Pool): Promise<World> {
  // With a limit of attendees, so that there are waiting lists.
  await fill(pool, { members: 4_000, posts: 1_000 }, [withMeditations(20), withEvents(20, { maxAttendees: 15 })]);
  await pool.query('VACUUM (ANALYZE)');
  const everyone = await signInMembers(pool, writingMembers + adminMembers + bystandingMembers + crowdMembers);
  const take = (count: number) => everyone.splice(0, count);
  const [members, admins, bystanders] = [take(writingMembers), take(adminMembers), take(bystandingMembers)];
  await deleteBlocks(pool);
  await connectPairs(pool, [...members, ...everyone]);
  await pool.query("UPDATE users SET role = 'admin' WHERE id = ANY ($1::uuid[])", [admins.map(({ id }) => id)]);
  return {
    members,
    admins,
    bystanders,
    crowd: everyone,
    posts: [],
    pictures: [],
    meditations: await readIds(pool, 'SELECT id FROM meditations'),
    events: await readIds(pool, 'SELECT id FROM events'),
    prompts: await readIds(pool, 'SELECT id FROM journal_prompts LIMIT 500'),
    items: [],
    once: new Set(),
    before: await readStoredMarks(pool),
  };
}
