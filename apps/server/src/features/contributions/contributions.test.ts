import { createPost, getPost } from '@commons/contract/feed/schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import {
  comments,
  createStones,
  layStone,
  openComments,
  stone,
  stones,
  stoneWarmths,
  warmths,
} from '../../../test/stones.ts';
import { features } from '../../app.ts';
import {
  contributionChanged,
  contributionCreated,
  contributionPublished,
  contributionsRemoved,
  reactionsMoved,
} from '../../platform/contributions.ts';
import { createEmit, type DomainEvent, subscriber } from '../../platform/database/domain-events.ts';
import { createTransact, type Transact } from '../../platform/database/unit-of-work.ts';
import type { Envelope } from '../../platform/envelope.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import * as feed from '../feed/feed.contributions.ts';
import { blocks } from '../members/blocks.tables.ts';
import { emitRemoved } from './index.ts';

const community = setUpCommunity();
let transact: Transact;
let published: Envelope[];
let heard: string[];

/** Writes down that it heard of an event. */
const note = <Payload>(event: DomainEvent<Payload>, say: (payload: Payload) => string) =>
  subscriber(event, async (_work, payload) => {
    heard.push(`${event.name.replace('contribution.', '')} ${say(payload)}`);
  });

beforeAll(async () => {
  const { db } = community.current;
  await createStones(db);
  transact = createTransact({
    db,
    emit: createEmit([
      ...features.flatMap(({ subscribers = [] }) => subscribers),
      note(contributionCreated, ({ kind, subject }) => `${kind.name} on ${subject?.kind}`),
      note(contributionPublished, ({ kind }) => kind.name),
      note(contributionChanged, ({ kind }) => kind.name),
      note(contributionsRemoved, ({ contributions }) => contributions.map(({ kind }) => kind.name).join(', ')),
      note(reactionsMoved, ({ subject, by }) => `${subject.kind} ${by}`),
    ]),
    // Mails of moderators.
    enqueue: async () => {},
    publish: (envelope) => {
      if (!('frame' in envelope) || envelope.frame.type !== 'moderation.changed') published.push(envelope);
    },
    onEffectError: (error) => {
      throw error;
    },
  });
});

beforeEach(() => {
  [published, heard] = [[], []];
});

/** A member, who calls services and not routes. */
async function viewer(given: { isFlagged?: boolean; role?: Viewer['role'] } = {}): Promise<Viewer> {
  const { id } = await community.current.member(given);
  const summary = {
    id,
    displayName: 'Robin Field',
    firstName: 'Robin',
    lastName: 'Field',
    profileImageUrl: null,
    title: null,
  };
  return { id, role: 'user', isFlagged: false, sessionId: 'session', summary, ...given };
}

const lay = (author: Viewer) => layStone(community.current.db, author.id);

const comment = (author: Viewer, stoneId: string, content: string) =>
  transact((work) => comments.create(work, author, stoneId, content), stone.queue(stoneId));

const read = (reader: Viewer, stoneId: string, page: { after?: string; limit?: number } = {}) =>
  comments.list(community.current.db, reader, stoneId, { after: page.after, limit: page.limit ?? 20 });

const textsFor = async (reader: Viewer, stoneId: string) =>
  (await read(reader, stoneId)).items.map(({ content }) => content);

async function countsOf(stoneId: string) {
  const { likesCount, commentsCount } = stones;
  const [counts] = await community.current.db
    .select({ likesCount, commentsCount })
    .from(stones)
    .where(eq(stones.id, stoneId));
  return counts;
}

const scoreOf = async ({ id }: Viewer) => (await community.current.findUser(id))?.mindfulnessScore;

async function supportGiven() {
  const { rows } = await community.current.db.execute<{ given: number }>(
    sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_counters`,
  );
  return rows[0]!.given;
}

const block = async (blocker: Viewer, blocked: Viewer) => {
  await community.current.db.insert(blocks).values([
    { memberId: blocker.id, otherId: blocked.id, isByMember: true, isByOther: false },
    { memberId: blocked.id, otherId: blocker.id, isByMember: false, isByOther: true },
  ]);
};

describe('comments on a kind that no feature has', () => {
  test('are written, changed and deleted; points, counter and frames follow', async () => {
    const [ana, ben] = [await viewer(), await viewer()];
    const id = await lay(ana);
    const { id: commentId, ...written } = await comment(ben, id, 'Warm in the sun');
    expect(written).toMatchObject({ stoneId: id, author: ben.summary, can: { edit: true, delete: true } });
    expect(await scoreOf(ben)).toBe(1);
    expect(await countsOf(id)).toEqual({ likesCount: 0, commentsCount: 1 });

    const edited = await transact((work) => comments.edit(work, ben, { id, commentId }, 'Cold in the rain'));
    expect(edited).toMatchObject({ content: 'Cold in the rain', editedAt: expect.any(String) });
    expect(await textsFor(ana, id)).toEqual(['Cold in the rain']);

    await transact((work) => comments.delete(work, ben, { id, commentId }));
    expect(await textsFor(ana, id)).toEqual([]);
    expect(await scoreOf(ben)).toBe(0);
    expect(await countsOf(id)).toEqual({ likesCount: 0, commentsCount: 0 });

    expect(heard).toEqual([
      'created stone_comment on stone',
      'published stone_comment',
      'changed stone_comment',
      'removed stone_comment',
    ]);
    const about = { audience: 'everyone', actorIds: [ana.id, ben.id] };
    expect(published.filter((envelope) => 'actorIds' in envelope)).toMatchObject([
      { ...about, frame: { type: 'comment.created', commentId, commentsCount: 1 } },
      { ...about, frame: { type: 'comment.updated', commentId, commentsCount: 1 } },
      { ...about, frame: { type: 'comment.deleted', commentId, commentsCount: 0 } },
    ]);
  });

  test('are changed by their author alone, deleted by moderators, too, and found under their own subject', async () => {
    const [ana, ben, moderator] = [await viewer(), await viewer(), await viewer({ role: 'manager' })];
    const id = await lay(ana);
    const { id: commentId } = await comment(ben, id, 'Mine');
    const edit = (who: Viewer, under = id) =>
      transact((work) => comments.edit(work, who, { id: under, commentId }, 'Ours'));
    const remove = (who: Viewer) => transact((work) => comments.delete(work, who, { id, commentId }));
    await expect(edit(ana)).rejects.toThrow('stones.not_yours');
    await expect(edit(moderator)).rejects.toThrow('stones.not_yours');
    await expect(edit(ben, await lay(ana))).rejects.toThrow('stones.no_comment');
    await expect(remove(ana)).rejects.toThrow('stones.cannot_delete');
    await remove(moderator);
    await expect(remove(moderator)).rejects.toThrow('stones.no_comment');
  });

  test('follow each other page by page, oldest first', async () => {
    const ana = await viewer();
    const id = await lay(ana);
    for (const text of ['one', 'two', 'three']) await comment(ana, id, text);
    const first = await read(ana, id, { limit: 2 });
    const second = await read(ana, id, { limit: 2, after: first.next! });
    expect([...first.items, ...second.items].map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(second.next).toBeUndefined();
  });

  test('are hidden by a block, like what they are on', async () => {
    const [ana, ben, cleo] = [await viewer(), await viewer(), await viewer()];
    const id = await lay(ana);
    const { id: commentId } = await comment(ben, id, 'Hello');
    await comment(await viewer(), id, 'Good night');
    await block(ben, cleo);
    expect([await textsFor(ana, id), await textsFor(cleo, id)]).toEqual([['Hello', 'Good night'], ['Good night']]);
    const { report: find } = comments.kind;
    const report = (who: Viewer) =>
      transact(async (work) => (find === 'none' ? 'none' : find(work.tx, who, [commentId])));
    expect(await report(cleo)).toEqual([]);
    expect(await report(ana)).toMatchObject([{ id: commentId, authorId: ben.id, evidence: { content: 'Hello' } }]);

    await block(ana, cleo);
    await expect(read(cleo, id)).rejects.toThrow('stones.not_found');
    await expect(comment(cleo, id, 'Hello?')).rejects.toThrow('stones.not_found');
    await expect(transact((work) => warmths.toggle(work, cleo, id))).rejects.toThrow('stones.not_found');
    await expect(warmths.getStatus(community.current.db, cleo, id)).rejects.toThrow('stones.not_found');
  });

  test('of a flagged member await review: unannounced, unpublished, uncounted', async () => {
    const [ana, flagged, moderator] = [
      await viewer(),
      await viewer({ isFlagged: true }),
      await viewer({ role: 'admin' }),
    ];
    const id = await lay(ana);
    await comment(flagged, id, 'Please look');
    const seen = await Promise.all([flagged, moderator, ana].map((reader) => textsFor(reader, id)));
    expect(seen.map(({ length }) => length)).toEqual([1, 1, 0]);
    expect(await countsOf(id)).toMatchObject({ commentsCount: 0 });
    expect(await scoreOf(flagged)).toBe(0);
    expect(heard).toEqual(['created stone_comment on stone']);
    expect(published).toMatchObject([{ audience: { memberIds: [flagged.id] } }]);
  });

  test('are for every member where the kind says so, whoever blocked its author', async () => {
    const [ana, ben, cleo] = [await viewer(), await viewer(), await viewer()];
    const id = await lay(ana);
    await block(ana, cleo);
    await transact((work) => openComments.create(work, ben, id, 'For all'));
    const { items } = await openComments.list(community.current.db, cleo, id, { after: undefined, limit: 20 });
    expect(items.map(({ content }) => content)).toEqual(['For all']);
  });
});

describe('a reaction to a kind that no feature has', () => {
  test('comes and goes with a press, and is told with its revision', async () => {
    const [ana, ben] = [await viewer(), await viewer()];
    const id = await lay(ana);
    const press = () => transact((work) => warmths.toggle(work, ben, id));
    const status = (who: Viewer) => warmths.getStatus(community.current.db, who, id);
    expect(await press()).toMatchObject({ isLiked: true, likesCount: 1 });
    expect([await status(ben), await status(ana)]).toEqual([
      { isLiked: true, likesCount: 1, countsRevision: 1 },
      { isLiked: false, likesCount: 1, countsRevision: 1 },
    ]);
    expect(await press()).toMatchObject({ isLiked: false, likesCount: 0 });
    expect(heard).toEqual(['reactions_moved stone 1', 'reactions_moved stone -1']);
    expect(published).toMatchObject([
      { frame: { likesCount: 1 }, actorIds: [ana.id], latest: { name: `warmths of ${id}`, revision: 1 } },
      { frame: { likesCount: 0 }, actorIds: [ana.id], latest: { name: `warmths of ${id}`, revision: 2 } },
    ]);
  });

  test('fifty presses at once, twenty members pressing twice, leave a counter that equals the rows', async () => {
    const id = await lay(await viewer());
    const members = await Promise.all(Array.from({ length: 30 }, () => viewer()));
    const presses = members.flatMap((member, index) => (index < 20 ? [member, member] : [member]));
    // Without the queue of this process, as from many: the lock of the row alone keeps them in order.
    await Promise.all(presses.map((member) => transact((work) => warmths.toggle(work, member, id))));
    const rows = await community.current.db.$count(stoneWarmths, eq(stoneWarmths.subjectId, id));
    expect([rows, await countsOf(id)]).toEqual([10, { likesCount: 10, commentsCount: 0 }]);
  });
});

test('what goes takes the points of its comments and the support of its reactions along', async () => {
  const [ana, ben] = [await viewer(), await viewer()];
  const before = await supportGiven();
  const id = await lay(ana);
  await comment(ben, id, 'Hello');
  await transact((work) => warmths.toggle(work, ben, id));
  expect([await scoreOf(ben), await supportGiven()]).toEqual([1, before + 2]);
  await transact(async (work) => {
    const subject = await stone.getLocked(work.tx, ana, id);
    await emitRemoved(work, subject, await comments.contributionsOn(work.tx, subject));
    await work.tx.delete(stones).where(eq(stones.id, id));
  });
  expect([await scoreOf(ben), await supportGiven()]).toEqual([0, before]);
});

test('two kinds are asked for on one connection: their statements do not go by the same names', async () => {
  const ana = await community.current.member();
  const me = { ...(await viewer()), id: ana.id };
  const post = (await ana.call(createPost, { body: { content: 'Hello' } })).body;
  const id = await lay(me);
  await transact(async (work) => {
    for (const [on, subjectId] of [
      [feed, post.id],
      [{ comments, likes: warmths }, id],
    ] as const) {
      const { id: commentId } = await on.comments.create(work, me, subjectId, 'Hi');
      await on.comments.edit(work, me, { id: subjectId, commentId }, 'Hello');
      await on.comments.create(work, me, subjectId, 'And another');
      await on.comments.delete(work, me, { id: subjectId, commentId });
      await on.likes.toggle(work, me, subjectId);
      await on.likes.toggle(work, me, subjectId);
      await on.likes.toggle(work, me, subjectId);
    }
  });
  expect(await countsOf(id)).toEqual({ likesCount: 1, commentsCount: 1 });
  expect((await ana.call(getPost, { params: { id: post.id } })).body).toMatchObject({
    likesCount: 1,
    commentsCount: 1,
  });
});
