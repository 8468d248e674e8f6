import { type NotificationKind, topicOfKind } from '@commons/contract/notifications';
import { asc, inArray, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { blocks, mutes } from '../members/blocks.tables.ts';
import { isHere } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { conversationMembers, onlineMembers } from '../messages/messages.tables.ts';
import { sendDue } from './due.ts';
import { notificationActors, notificationQueue, notifications, pushSubscriptions } from './notifications.tables.ts';
import { findSettings, type SettingsRow } from './settings.ts';
import { nextDigest, outsideQuietHours } from './times.ts';
import { tellCount } from './unread-count.ts';

type QueueRow = typeof notificationQueue.$inferSelect;

/** Something that a member is to be told; `occasionId` is what is told once. */
type Told = {
  memberId: string;
  kind: NotificationKind;
  subjectType: string;
  subjectId: string;
  actorId: string | null;
  occasionId: string | null;
  title: string | null;
  at: Date;
};

/** Somebody is not among those who did something any more, as long as it was not read. */
type Taken = { memberId: string; kind: NotificationKind; subjectId: string; actorId: string };

/** What one transaction tells: in well under a second, for others wait for it. */
const maxAtOnce = 500;

/** An arbitrary number: whoever tells holds it, so that what is about one thing is told in the order of the queue. */
const tellLockKey = 7_266_376;

/** Tells what waits in the queue, a part after the other, each in a transaction of its own. Returns how much it was. */
export async function tellAll({
  transact,
  contributionKinds,
}: Pick<Kit, 'transact' | 'contributionKinds'>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await transact(async (work) => {
      // Nobody waits for this one's answer: longer than a request waits for a lock.
      await work.tx.execute(sql`SET LOCAL lock_timeout = '12s'`);
      await work.tx.execute(sql`SELECT pg_advisory_xact_lock(${tellLockKey})`);
      // After a rush the planner still takes these tables for empty ones, and would read them whole for each row.
      await work.tx.execute(sql`SET LOCAL enable_seqscan = off`);
      const rows = await takeFromQueue(work.tx);
      if (rows.length > 0) await tell(work, contributionKinds, rows);
      await sendDue(work);
      return rows.length;
    });
    total += count;
    if (count < maxAtOnce) return total;
  }
}

async function takeFromQueue(tx: Transaction): Promise<QueueRow[]> {
  const first = tx
    .select({ id: notificationQueue.id })
    .from(notificationQueue)
    .orderBy(asc(notificationQueue.id))
    .limit(maxAtOnce);
  const rows = await tx.delete(notificationQueue).where(inArray(notificationQueue.id, first)).returning();
  return rows.toSorted((one, other) => one.id - other.id);
}

async function tell(work: UnitOfWork, kinds: Kit['contributionKinds'], rows: QueueRow[]): Promise<void> {
  const { tx } = work;
  const { told, taken, gone } = sorted(rows, await findThreads(tx, kinds, rows));
  const changed = new Set([...(await removeGone(tx, gone)), ...(await takeOut(tx, taken))]);
  for (const memberId of await writeDown(tx, await withoutUnwanted(tx, told))) changed.add(memberId);
  tellCount(work, [...changed]);
}

/** Who hears of each comment beside whose post it is on; a comment that nobody sees any more has no entry. */
async function findThreads(
  tx: Transaction,
  kinds: Kit['contributionKinds'],
  rows: QueueRow[],
): Promise<Map<string, string[]>> {
  const threads = new Map<string, string[]>();
  const comments = rows.filter(({ kind }) => kind === 'commented');
  for (const [kind, ofKind] of Map.groupBy(comments, ({ detail }) => detail ?? '')) {
    const find = kinds.get(kind)?.thread ?? 'none';
    const ids = ofKind.flatMap(({ occasionId }) => occasionId ?? []);
    const found = find === 'none' ? [] : await find(tx, ids);
    for (const { id, memberIds } of found) threads.set(id, memberIds);
  }
  return threads;
}

const keyOf = ({
  memberId,
  kind,
  subjectId,
  actorId,
  occasionId,
}: Omit<Told, 'title' | 'at' | 'subjectType'>): string => [memberId, kind, subjectId, actorId, occasionId].join(' ');

/** What is to be told, taken back and removed in the end: later rows may undo earlier ones. */
function sorted(rows: QueueRow[], threads: Map<string, string[]>) {
  const told = new Map<string, Told>();
  const taken: Taken[] = [];
  const gone: string[] = [];
  const add = (row: QueueRow, kind: NotificationKind, memberId: string) => {
    const { subjectType, subjectId, actorId, occasionId, createdAt: at } = row;
    const title = kind.startsWith('event_') ? row.detail : null;
    const one: Told = { memberId, kind, subjectType, subjectId, actorId, occasionId, title, at };
    told.set(keyOf(one), one);
  };
  const take = (one: Taken) => {
    taken.push(one);
    for (const [key, each] of told) {
      const isSame = each.memberId === one.memberId && each.kind === one.kind && each.subjectId === one.subjectId;
      if (isSame && each.actorId === one.actorId) told.delete(key);
    }
  };
  for (const row of rows) {
    const { kind, memberId, actorId, subjectId, occasionId } = row;
    if (kind === 'gone') {
      gone.push(subjectId);
      for (const [key, one] of told) if (one.subjectId === subjectId || one.occasionId === subjectId) told.delete(key);
    } else if (kind === 'commented') {
      const thread = threads.get(occasionId ?? '');
      if (!thread) continue;
      if (memberId !== null) add(row, kind, memberId);
      for (const other of thread) if (other !== actorId && other !== memberId) add(row, 'replied', other);
    } else if (memberId === null) continue;
    else if (kind === 'unliked') {
      if (actorId === null) continue;
      const one = { memberId, kind: 'liked', subjectId, actorId } as const;
      told.delete(keyOf({ ...one, occasionId }));
      taken.push(one);
    } else if (kind === 'unrequested' || kind === 'unconnected') {
      if (actorId === null) continue;
      // Neither of the two needs to hear of a request that was answered or taken back.
      take({ memberId, kind: 'connection_requested', subjectId: memberId, actorId });
      take({ memberId: actorId, kind: 'connection_requested', subjectId: actorId, actorId: memberId });
      if (kind === 'unconnected') {
        take({ memberId, kind: 'connection_accepted', subjectId: memberId, actorId });
        take({ memberId: actorId, kind: 'connection_accepted', subjectId: actorId, actorId: memberId });
      }
    } else add(row, kind, memberId);
  }
  return { told: [...told.values()], taken, gone };
}

/** Removes what was told of things that are gone. Returns whom it was told. */
async function removeGone(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await tx
    .delete(notifications)
    .where(inArray(notifications.subjectId, ids))
    .returning({ memberId: notifications.memberId });
  const left = await tx
    .delete(notificationActors)
    .where(inArray(notificationActors.occasionId, ids))
    .returning({ id: notificationActors.notificationId });
  return [...removed.map(({ memberId }) => memberId), ...(await recount(tx, left))];
}

const takeActors = named<{ id: string }>(
  'take_notification_actors',
  sql`DELETE FROM ${notificationActors} USING ${notifications}, unnest(
      ${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[], ${sql.placeholder('subjectIds')}::uuid[],
      ${sql.placeholder('actorIds')}::uuid[]) AS taken (member_id, kind, subject_id, actor_id)
    WHERE notifications.member_id = taken.member_id AND notifications.kind = taken.kind
      AND notifications.subject_id = taken.subject_id AND notifications.read_at IS NULL
      AND notification_actors.notification_id = notifications.id AND notification_actors.actor_id = taken.actor_id
    RETURNING notifications.id`,
);

async function takeOut(tx: Transaction, taken: Taken[]): Promise<string[]> {
  if (taken.length === 0) return [];
  const left = await takeActors(tx, {
    memberIds: taken.map(({ memberId }) => memberId),
    kinds: taken.map(({ kind }) => kind),
    subjectIds: taken.map(({ subjectId }) => subjectId),
    actorIds: taken.map(({ actorId }) => actorId),
  });
  return recount(tx, left);
}

const countActors = named<{ memberId: string }>(
  'count_notification_actors',
  sql`UPDATE ${notifications} SET actors_count = (
      SELECT count(DISTINCT actor_id) FROM ${notificationActors} WHERE notification_id = notifications.id
    )
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[])
    RETURNING member_id AS "memberId"`,
);

const removeEmpty = named(
  'remove_empty_notifications',
  sql`DELETE FROM ${notifications} WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND actors_count = 0`,
);

/** Counts who is left in these, and removes those in which nobody is. Returns whose they are. */
async function recount(tx: Transaction, left: { id: string }[]): Promise<string[]> {
  const ids = [...new Set(left.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const counted = await countActors(tx, { ids });
  await removeEmpty(tx, { ids });
  return counted.map(({ memberId }) => memberId);
}

/**
 * What may be told: nothing of whom a member hid or who is hidden, nothing that was told and read before (what was not read is
 * in its group once by key), and of messages only what waits while the member is away. Whoever is not there any more neither tells nor is told.
 */
const wanted = named<{ position: number }>(
  'wanted_notifications',
  sql`SELECT told.position::int AS position
    FROM unnest(${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[],
      ${sql.placeholder('subjectIds')}::uuid[], ${sql.placeholder('actorIds')}::uuid[],
      ${sql.placeholder('occasionIds')}::uuid[])
      WITH ORDINALITY AS told (member_id, kind, subject_id, actor_id, occasion_id, position)
    JOIN ${users} AS members ON members.id = told.member_id
    LEFT JOIN ${users} AS actors ON actors.id = told.actor_id
    WHERE (told.actor_id IS NULL OR (actors.id IS NOT NULL
        AND coalesce(actors.suspended_until, now()) <= now() AND coalesce(actors.break_until, now()) <= now()))
      AND NOT EXISTS (SELECT FROM ${blocks} WHERE blocks.member_id = told.member_id AND blocks.other_id = told.actor_id)
      AND NOT EXISTS (SELECT FROM ${mutes} WHERE mutes.member_id = told.member_id AND mutes.other_id = told.actor_id)
      AND NOT EXISTS (
        SELECT FROM (
          SELECT id FROM ${notifications} AS before
          WHERE before.member_id = told.member_id AND before.kind = told.kind AND before.subject_id = told.subject_id
            AND before.read_at IS NOT NULL
          OFFSET 0
        ) AS before
        JOIN ${notificationActors} AS done ON done.notification_id = before.id
          AND done.actor_id = told.actor_id AND done.occasion_id = told.occasion_id)
      AND (told.kind <> 'message' OR (
        EXISTS (SELECT FROM ${conversationMembers} AS waiting
          WHERE waiting.member_id = told.member_id AND waiting.other_id = told.actor_id
            AND waiting.unread_count > 0 AND waiting.state <> 'declined')
        AND NOT EXISTS (SELECT FROM ${onlineMembers} AS online WHERE online.member_id = told.member_id)))`,
);

async function withoutUnwanted(tx: Transaction, told: Told[]): Promise<Told[]> {
  if (told.length === 0) return [];
  const found = await wanted(tx, {
    memberIds: told.map(({ memberId }) => memberId),
    kinds: told.map(({ kind }) => kind),
    subjectIds: told.map(({ subjectId }) => subjectId),
    actorIds: told.map(({ actorId }) => actorId),
    occasionIds: told.map(({ occasionId }) => occasionId),
  });
  const positions = new Set(found.map(({ position }) => position));
  return told.filter((_one, index) => positions.has(index + 1));
}

/** Whether and when a member is told of something, in each way. */
type Ways = { isShown: boolean; pushDueAt: Date | null; mailDueAt: Date | null };

/** So long a mail waits for what else happens; who reads it in the community meanwhile needs none. */
const mailDelayMilliseconds = 10 * 60_000;

/** What somebody waits for is not put off until the morning. */
const isUrgent = (kind: NotificationKind): boolean => ['events', 'messages'].includes(topicOfKind[kind]);

function waysOf(
  kind: NotificationKind,
  settings: SettingsRow,
  to: { isReached: boolean; hasDevice: boolean },
  now: Date,
): Ways {
  const topic = topicOfKind[kind];
  const isMailed = to.isReached && settings.email.includes(topic) && topic !== 'moderation';
  const isPushed = to.isReached && to.hasDevice && settings.push.includes(topic);
  return {
    isShown: topic !== 'messages' && settings.inApp.includes(topic),
    pushDueAt: isPushed ? outsideQuietHours(now, settings) : null,
    mailDueAt: isMailed ? outsideQuietHours(mailTime(kind, settings, now), settings) : null,
  };
}

function mailTime(kind: NotificationKind, settings: SettingsRow, now: Date): Date {
  const { digest } = settings;
  if (digest === 'off' || isUrgent(kind)) return new Date(now.getTime() + mailDelayMilliseconds);
  return nextDigest(now, digest, settings);
}

/** Writes what is told into the members' lists. Returns whose list changed. */
async function writeDown(tx: Transaction, told: Told[]): Promise<string[]> {
  if (told.length === 0) return [];
  const memberIds = [...new Set(told.map(({ memberId }) => memberId))];
  const settings = await findSettings(tx, memberIds);
  const reached = await findReached(tx, memberIds);
  const now = new Date();
  const groups = [...Map.groupBy(told, groupKeyOf).values()].flatMap((ones) => {
    const latest = ones.at(-1);
    const chosen = latest && settings.get(latest.memberId);
    if (!latest || !chosen) return [];
    const ways = waysOf(
      latest.kind,
      chosen,
      { isReached: false, hasDevice: false, ...reached.get(latest.memberId) },
      now,
    );
    const isTold = ways.isShown || ways.pushDueAt !== null || ways.mailDueAt !== null;
    return isTold ? [{ id: newId(), ones, ...latest, ...ways }] : [];
  });
  if (groups.length === 0) return [];
  const written = await openGroups(tx, {
    groups: JSON.stringify(
      groups.map(({ id, memberId, kind, subjectType, subjectId, title, at, isShown, pushDueAt, mailDueAt }) => ({
        id,
        member_id: memberId,
        kind,
        subject_type: subjectType,
        subject_id: subjectId,
        title,
        at,
        is_shown: isShown,
        push_due_at: pushDueAt,
        mail_due_at: mailDueAt,
      })),
    ),
  });
  const idOf = new Map(written.map((row) => [groupKeyOf(row), row.id]));
  const done = groups
    .flatMap(({ ones }) => ones)
    .flatMap(({ actorId, occasionId, at, ...one }) => {
      const id = idOf.get(groupKeyOf(one));
      return id === undefined || actorId === null || occasionId === null ? [] : [{ id, actorId, occasionId, at }];
    });
  if (done.length > 0) {
    await addActors(tx, {
      ids: done.map(({ id }) => id),
      actorIds: done.map(({ actorId }) => actorId),
      occasionIds: done.map(({ occasionId }) => occasionId),
      times: done.map(({ at }) => at.toISOString()),
    });
    await countActors(tx, { ids: [...new Set(done.map(({ id }) => id))] });
  }
  return groups.filter(({ isShown }) => isShown).map(({ memberId }) => memberId);
}

const groupKeyOf = (one: Pick<Told, 'memberId' | 'kind' | 'subjectType' | 'subjectId'>): string =>
  [one.memberId, one.kind, one.subjectType, one.subjectId].join(' ');

/** A group that is open takes what is new; it went, or goes, to devices and mails as it was begun. */
const openGroups = named<Pick<Told, 'memberId' | 'kind' | 'subjectType' | 'subjectId'> & { id: string }>(
  'open_notifications',
  sql`INSERT INTO ${notifications}
      (id, member_id, kind, subject_type, subject_id, title, at, is_shown, push_due_at, mail_due_at)
    SELECT id, member_id, kind, subject_type, subject_id, title, at, is_shown, push_due_at, mail_due_at
    FROM json_to_recordset(${sql.placeholder('groups')}::json) AS groups (
      id uuid, member_id uuid, kind text, subject_type text, subject_id uuid, title text, at timestamptz,
      is_shown boolean, push_due_at timestamptz, mail_due_at timestamptz)
    ON CONFLICT (member_id, kind, subject_type, subject_id) WHERE read_at IS NULL
    DO UPDATE SET at = greatest(notifications.at, excluded.at), title = excluded.title,
      is_shown = notifications.is_shown OR excluded.is_shown
    RETURNING id, member_id AS "memberId", kind, subject_type AS "subjectType", subject_id AS "subjectId"`,
);

const addActors = named(
  'add_notification_actors',
  sql`INSERT INTO ${notificationActors} (notification_id, actor_id, occasion_id, at)
    SELECT * FROM unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('actorIds')}::uuid[],
      ${sql.placeholder('occasionIds')}::uuid[], ${sql.placeholder('times')}::timestamptz[])
    ON CONFLICT DO NOTHING`,
);

/** Whether members are reached outside of the community: nobody who is suspended or on a break. */
async function findReached(tx: Transaction, memberIds: string[]) {
  const rows = await tx
    .select({
      memberId: users.id,
      isReached: sql<boolean>`coalesce(${users.suspendedUntil}, now()) <= now() AND ${isHere(users)}`,
      hasDevice: sql<boolean>`EXISTS (SELECT FROM ${pushSubscriptions} WHERE ${pushSubscriptions.memberId} = ${users.id})`,
    })
    .from(users)
    .where(inArray(users.id, memberIds));
  return new Map(rows.map((row) => [row.memberId, row]));
}
