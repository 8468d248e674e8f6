import { shippedGuidelinesVersion } from '@commons/contract/consent';
import { eq, inArray, sql } from 'drizzle-orm';
import { users } from '../../../apps/server/src/community/members/users.tables.ts';
import { accounts } from '../../../apps/server/src/features/auth/auth.tables.ts';
import { hashPassword } from '../../../apps/server/src/features/auth/password.service.ts';
import { supportChanges } from '../../../apps/server/src/features/community-stats/community-stats.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { inTransaction } from '../../../apps/server/src/platform/database/database.ts';
import { mediaFiles } from '../../../apps/server/src/platform/media/media.tables.ts';
import type { StartingCommunity } from '../../../apps/server/src/serve.ts';
import { fillConnections } from './fill-connections.ts';
import type { FillContext } from './fill-context.ts';
import { fillContributions, fillMeditationComments } from './fill-contributions.ts';
import { fillConversations } from './fill-conversations.ts';
import { fillEvents } from './fill-events.ts';
import { fillJournal } from './fill-journal.ts';
import { fillNotifications } from './fill-notifications.ts';
import { fillPoints } from './fill-points.ts';
import { type Pictures, storePictures } from './pictures.ts';
import { day, type PlannedTimes, planTimes, spanDays } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';
import { type Demo, readDemo } from './words.ts';

/** Accounts with a password. The other members of the demo have none. */
export const demoSignIns = [
  { handle: 'amara', role: 'user', label: 'Member' },
  { handle: 'ruth', role: 'manager', label: 'Manager' },
  { handle: 'ada', role: 'admin', label: 'Administrator' },
] as const;
export const demoPassword = 'morning light';
export const demoEmail = (handle: string): string => `${handle}@demo.example`;

/** Handle of the member from whose perspective the demo is written. */
const demoMember = demoSignIns[0].handle;

type Runnables = readonly { name: string; run: (data: unknown) => Promise<unknown> }[];
const runByName = async (runnables: Runnables, name: string) =>
  runnables.find((runnable) => runnable.name === name)?.run({});

/** Fills an empty community and changes nothing in one with members. Returns whether it was filled. */
export async function fillDemo({ db, storage, tasks, jobs }: StartingCommunity): Promise<boolean> {
  if ((await db.$count(users)) > 0) return false;
  const demo = await readDemo();
  const now = new Date();
  const moments = planTimes(demo, now);
  // Runs before the transaction, because the database aborts transactions that are idle for too long.
  const [pictures, password] = await Promise.all([
    storePictures({ db, storage }, demo),
    hashPassword(demoPassword),
    runByName(tasks, 'starter-content'),
  ]);
  const memberId = await inTransaction(db, async (tx) => {
    // One transaction: an interrupted run leaves the community empty.
    await tx.execute(sql`SET LOCAL synchronous_commit = off`);
    const joined = planJoinDates(demo, moments, now);
    const ids = new Map([...joined].map(([handle, at]) => [handle, newIdAt(at)]));
    const idOf = (handle: string): string => {
      const id = ids.get(handle);
      if (id === undefined) throw new Error(`The demo has no member ${handle}.`);
      return id;
    };
    const context: FillContext = { tx, now, demo, moments, pictures, idOf, demoMember, awards: [], supportGiven: 0 };
    await fillMembers(context, joined, password);
    await fillConnections(context);
    await fillContributions(context);
    await fillConversations(context);
    await fillEvents(context);
    await attachPictures(context);
    await fillMeditationComments(context);
    await fillJournal(context);
    await fillPoints(context, joined);
    await tx.insert(supportChanges).values({ given: context.supportGiven });
    return idOf(demoMember);
  });
  await db.execute(sql`ANALYZE`);
  await fillNotifications(db, memberId, () => runByName(jobs, 'notifications-due'));
  await runByName(jobs, 'daily-figures');
  return true;
}

/**
 * Returns the join date of each member: before their first contribution, and for the first three members on the first
 * days of the community.
 */
function planJoinDates(
  { members }: Demo,
  { posts, wins, notes, recommendations }: PlannedTimes,
  now: Date,
): Map<string, Date> {
  const joined = new Map<string, Date>();
  const communityStart = now.getTime() - (spanDays + 9) * day;
  for (const [index, { handle }] of members.entries())
    joined.set(
      handle,
      new Date(communityStart + (index < 3 ? index * day : new SeededRandom(`joined ${handle}`).between(4, 64) * day)),
    );
  const contributions = [
    ...posts.flatMap(({ comments, ...post }) => [post, ...comments]),
    ...wins,
    ...notes,
    ...recommendations,
  ];
  for (const { by, at } of contributions) {
    const latest = at.getTime() - new SeededRandom(`before ${by}`).between(0.1, 2) * day;
    const current = joined.get(by);
    if (current && current.getTime() > latest) joined.set(by, new Date(latest));
  }
  return joined;
}

async function fillMembers(context: FillContext, joined: Map<string, Date>, password: string): Promise<void> {
  const { tx, now, demo, moments, pictures, idOf } = context;
  const latest = new Map<string, number>();
  for (const { by, at } of moments.posts.flatMap(({ comments, ...post }) => [post, ...comments]))
    latest.set(by, Math.max(latest.get(by) ?? 0, at.getTime()));
  const rows = demo.members.map(({ handle, profile }) => {
    const createdAt = joined.get(handle) ?? now;
    const lastSeenAt = now.getTime() - new SeededRandom(`seen ${handle}`).next() ** 2 * 8 * day;
    const lastActiveAt = new Date(Math.max(lastSeenAt, latest.get(handle) ?? 0, createdAt.getTime()));
    return {
      ...profile,
      id: idOf(handle),
      email: demoEmail(handle),
      emailVerified: true,
      name: `${profile.firstName} ${profile.lastName}`.trim(),
      profileImageUrl: pictures.portraits.get(handle)?.url ?? null,
      role: demoSignIns.find((signIn) => signIn.handle === handle)?.role ?? ('user' as const),
      guidelinesAcceptedAt: createdAt,
      guidelinesVersion: shippedGuidelinesVersion,
      lastLoginAt: lastActiveAt,
      lastActiveAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await tx.insert(users).values(rows);
  await tx.insert(accounts).values(
    demoSignIns.map(({ handle }) => ({
      userId: idOf(handle),
      accountId: idOf(handle),
      providerId: 'credential',
      password,
    })),
  );
}

/** Sets the owners of the pictures and marks them as used. */
async function attachPictures({ tx, now, pictures, moments, idOf, demo }: FillContext): Promise<void> {
  for (const [handle, { id }] of pictures.portraits)
    await tx
      .update(mediaFiles)
      .set({ ownerId: idOf(handle), attachedAt: now })
      .where(eq(mediaFiles.id, id));
  const owners = ownersOf(moments, demo, pictures);
  for (const [id, handle] of owners)
    await tx
      .update(mediaFiles)
      .set({ ownerId: idOf(handle) })
      .where(eq(mediaFiles.id, id));
  await tx
    .update(mediaFiles)
    .set({ attachedAt: now })
    .where(inArray(mediaFiles.id, [...owners.keys()]));
}

function ownersOf({ posts }: PlannedTimes, { events }: Demo, { photos }: Pictures): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { by, names } of [
    ...posts.map(({ by, images }) => ({ by, names: images })),
    ...events.map(({ by, photo }) => ({ by, names: photo ? [photo] : [] })),
  ])
    for (const name of names) {
      const id = photos.get(name)?.id;
      if (id === undefined) throw new Error(`The demo has no photo ${name}.`);
      if (owners.has(id)) throw new Error(`The photo ${name} is used twice: deleting the first post would delete it.`);
      owners.set(id, by);
    }
  return owners;
}
