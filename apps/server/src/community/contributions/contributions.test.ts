import { createPost, getPost } from '@commons/contract/feed/schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import {
  comments,
  createStones,
  createStone,
  openComments,
  stone,
  stones,
  stoneReactionsTable,
  stoneReactions,
} from '../../../test/stones.ts';
import { features } from '../../app.ts';
import { postKind } from '../../features/feed/feed.contributions.ts';
import { createEmit, subscriber } from '../../platform/database/domain-events.ts';
import type { DomainEvent } from '../../platform/database/unit-of-work.ts';
import { createTransact, type Transact } from '../../platform/database/unit-of-work.ts';
import type { Envelope } from '../../platform/envelope.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { blocks } from '../members/blocks.tables.ts';
import {
  contributionChanged,
  contributionCreated,
  contributionPublished,
  contributionsRemoved,
  reactionsChanged,
} from './contribution-events.ts';
import { emitRemoved } from './index.ts';

const community = setUpCommunity();
let transact: Transact;
let publishedEnvelopes: Envelope[];
let observedEvents: string[];

/** Returns a subscriber that records an event. */
const recordEvent = <Payload>(event: DomainEvent<Payload>, describeEvent: (payload: Payload) => string) =>
  subscriber(event, async (_work, payload) => {
    observedEvents.push(`${event.name.replace('contribution.', '')} ${describeEvent(payload)}`);
  });

beforeAll(async () => {
  const { db } = community.current;
  await createStones(db);
  transact = createTransact({
    db,
    emit: createEmit([
      ...features.flatMap(({ subscribers = [] }) => subscribers),
      recordEvent(contributionCreated, ({ kind, subject }) => `${kind.name} on ${subject?.kind}`),
      recordEvent(contributionPublished, ({ kind }) => kind.name),
      recordEvent(contributionChanged, ({ kind }) => kind.name),
      recordEvent(contributionsRemoved, ({ contributions }) => contributions.map(({ kind }) => kind.name).join(', ')),
      recordEvent(reactionsChanged, ({ subject, by }) => `${subject.kind} ${by}`),
    ]),
    // Discards mails to moderators.
    enqueue: async () => {},
    runSoon: () => {},
    publish: (envelope) => {
      if (!('frame' in envelope) || envelope.frame.type !== 'moderation.changed') publishedEnvelopes.push(envelope);
    },
    onEffectError: (error) => {
      throw error;
    },
  });
});

beforeEach(() => {
  [publishedEnvelopes, observedEvents] = [[], []];
});

/** Creates a member as a `Viewer`, for direct calls of services. */
async function viewer(overrides: { isFlagged?: boolean; role?: Viewer['role'] } = {}): Promise<Viewer> {
  const { id } = await community.current.member(overrides);
  const summary = {
    id,
    displayName: 'Robin Field',
    firstName: 'Robin',
    lastName: 'Field',
    profileImageUrl: null,
    title: null,
  };
  return { id, role: 'user', isFlagged: false, sessionId: 'session', summary, ...overrides };
}

const createStoneBy = (author: Viewer) => createStone(community.current.db, author.id);

const comment = (author: Viewer, stoneId: string, content: string) =>
  transact((work) => comments.create(work, author, stoneId, content), stone.queue(stoneId));

const listComments = (reader: Viewer, stoneId: string, page: { after?: string; limit?: number } = {}) =>
  comments.list(community.current.db, reader, stoneId, { after: page.after, limit: page.limit ?? 20 });

const textsFor = async (reader: Viewer, stoneId: string) =>
  (await listComments(reader, stoneId)).items.map(({ content }) => content);

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
    sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_changes`,
  );
  return rows[0]!.given;
}

const block = async (blocker: Viewer, blocked: Viewer) => {
  await community.current.db.insert(blocks).values([
    { memberId: blocker.id, otherId: blocked.id, isByMember: true, isByOther: false },
    { memberId: blocked.id, otherId: blocker.id, isByMember: false, isByOther: true },
  ]);
};

describe('comments on a test-only subject kind', () => {
  test('update points, counter and frames when they are created, edited and deleted', async () => {
    const [ana, ben] = [await viewer(), await viewer()];
    const id = await createStoneBy(ana);
    const { id: commentId, ...createdFields } = await comment(ben, id, 'Warm in the sun');
    expect(createdFields).toMatchObject({ stoneId: id, author: ben.summary, can: { edit: true, delete: true } });
    expect(await scoreOf(ben)).toBe(1);
    expect(await countsOf(id)).toEqual({ likesCount: 0, commentsCount: 1 });

    const editedComment = await transact((work) => comments.edit(work, ben, { id, commentId }, 'Cold in the rain'));
    expect(editedComment).toMatchObject({ content: 'Cold in the rain', editedAt: expect.any(String) });
    expect(await textsFor(ana, id)).toEqual(['Cold in the rain']);

    await transact((work) => comments.delete(work, ben, { id, commentId }));
    expect(await textsFor(ana, id)).toEqual([]);
    expect(await scoreOf(ben)).toBe(0);
    expect(await countsOf(id)).toEqual({ likesCount: 0, commentsCount: 0 });

    expect(observedEvents).toEqual([
      'created stone_comment on stone',
      'published stone_comment',
      'changed stone_comment',
      'removed stone_comment',
    ]);
    const commonFields = { audience: 'everyone', actorIds: [ana.id, ben.id] };
    expect(publishedEnvelopes.filter((envelope) => 'actorIds' in envelope)).toMatchObject([
      { ...commonFields, frame: { type: 'comment.created', commentId, commentsCount: 1 } },
      { ...commonFields, frame: { type: 'comment.updated', commentId, commentsCount: 1 } },
      { ...commonFields, frame: { type: 'comment.deleted', commentId, commentsCount: 0 } },
    ]);
  });

  test('can be edited only by the author, deleted also by moderators, and only under their own subject', async () => {
    const [ana, ben, moderator] = [await viewer(), await viewer(), await viewer({ role: 'manager' })];
    const id = await createStoneBy(ana);
    const { id: commentId } = await comment(ben, id, 'Mine');
    const edit = (caller: Viewer, subjectIdOfEdit = id) =>
      transact((work) => comments.edit(work, caller, { id: subjectIdOfEdit, commentId }, 'Ours'));
    const remove = (caller: Viewer) => transact((work) => comments.delete(work, caller, { id, commentId }));
    await expect(edit(ana)).rejects.toThrow('stones.not_yours');
    await expect(edit(moderator)).rejects.toThrow('stones.not_yours');
    await expect(edit(ben, await createStoneBy(ana))).rejects.toThrow('stones.no_comment');
    await expect(remove(ana)).rejects.toThrow('stones.cannot_delete');
    await remove(moderator);
    await expect(remove(moderator)).rejects.toThrow('stones.no_comment');
  });

  test('are listed in pages, oldest first', async () => {
    const ana = await viewer();
    const id = await createStoneBy(ana);
    for (const text of ['one', 'two', 'three']) await comment(ana, id, text);
    const first = await listComments(ana, id, { limit: 2 });
    const second = await listComments(ana, id, { limit: 2, after: first.next! });
    expect([...first.items, ...second.items].map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(second.next).toBeUndefined();
  });

  test('are hidden by a block, and so is their subject', async () => {
    const [ana, ben, cleo] = [await viewer(), await viewer(), await viewer()];
    const id = await createStoneBy(ana);
    const { id: commentId } = await comment(ben, id, 'Hello');
    await comment(await viewer(), id, 'Good night');
    await block(ben, cleo);
    expect([await textsFor(ana, id), await textsFor(cleo, id)]).toEqual([['Hello', 'Good night'], ['Good night']]);
    const { report: findReported } = comments.kind;
    const report = (caller: Viewer) =>
      transact(async (work) => (findReported === 'none' ? 'none' : findReported(work.tx, caller, [commentId])));
    expect(await report(cleo)).toEqual([]);
    expect(await report(ana)).toMatchObject([{ id: commentId, authorId: ben.id, evidence: { content: 'Hello' } }]);

    await block(ana, cleo);
    await expect(listComments(cleo, id)).rejects.toThrow('stones.not_found');
    await expect(comment(cleo, id, 'Hello?')).rejects.toThrow('stones.not_found');
    await expect(transact((work) => stoneReactions.toggle(work, cleo, id))).rejects.toThrow('stones.not_found');
    await expect(stoneReactions.getStatus(community.current.db, cleo, id)).rejects.toThrow('stones.not_found');
  });

  test('of a flagged member wait for review without a public frame, an event or a count', async () => {
    const [ana, flagged, moderator] = [
      await viewer(),
      await viewer({ isFlagged: true }),
      await viewer({ role: 'admin' }),
    ];
    const id = await createStoneBy(ana);
    await comment(flagged, id, 'Please look');
    const visibleTexts = await Promise.all([flagged, moderator, ana].map((reader) => textsFor(reader, id)));
    expect(visibleTexts.map(({ length }) => length)).toEqual([1, 1, 0]);
    expect(await countsOf(id)).toMatchObject({ commentsCount: 0 });
    expect(await scoreOf(flagged)).toBe(0);
    expect(observedEvents).toEqual(['created stone_comment on stone']);
    expect(publishedEnvelopes).toMatchObject([{ audience: { memberIds: [flagged.id] } }]);
  });

  test('are visible to every member despite blocks if the kind is open to all', async () => {
    const [ana, ben, cleo] = [await viewer(), await viewer(), await viewer()];
    const id = await createStoneBy(ana);
    await block(ana, cleo);
    await transact((work) => openComments.create(work, ben, id, 'For all'));
    const { items } = await openComments.list(community.current.db, cleo, id, { after: undefined, limit: 20 });
    expect(items.map(({ content }) => content)).toEqual(['For all']);
  });
});

describe('a reaction to a test-only subject kind', () => {
  test('is added and removed by each toggle, and published with its revision', async () => {
    const [ana, ben] = [await viewer(), await viewer()];
    const id = await createStoneBy(ana);
    const toggle = () => transact((work) => stoneReactions.toggle(work, ben, id));
    const status = (caller: Viewer) => stoneReactions.getStatus(community.current.db, caller, id);
    expect(await toggle()).toMatchObject({ isLiked: true, likesCount: 1 });
    expect([await status(ben), await status(ana)]).toEqual([
      { isLiked: true, likesCount: 1, countsRevision: 1 },
      { isLiked: false, likesCount: 1, countsRevision: 1 },
    ]);
    expect(await toggle()).toMatchObject({ isLiked: false, likesCount: 0 });
    expect(observedEvents).toEqual(['reactions_moved stone 1', 'reactions_moved stone -1']);
    expect(publishedEnvelopes).toMatchObject([
      { frame: { likesCount: 1 }, actorIds: [ana.id], latest: { name: `warmths of ${id}`, revision: 1 } },
      { frame: { likesCount: 0 }, actorIds: [ana.id], latest: { name: `warmths of ${id}`, revision: 2 } },
    ]);
  });

  test('fifty concurrent toggles, twenty members toggling twice, leave a counter equal to the rows', async () => {
    const id = await createStoneBy(await viewer());
    const members = await Promise.all(Array.from({ length: 30 }, () => viewer()));
    const toggles = members.flatMap((member, index) => (index < 20 ? [member, member] : [member]));
    // Bypasses the queue of this process, as several processes would: only the row lock orders the toggles.
    await Promise.all(toggles.map((member) => transact((work) => stoneReactions.toggle(work, member, id))));
    const rows = await community.current.db.$count(stoneReactionsTable, eq(stoneReactionsTable.subjectId, id));
    expect([rows, await countsOf(id)]).toEqual([10, { likesCount: 10, commentsCount: 0 }]);
  });
});

test('removing a subject reverses the points of its comments and the support of its reactions', async () => {
  const [ana, ben] = [await viewer(), await viewer()];
  const supportBefore = await supportGiven();
  const id = await createStoneBy(ana);
  await comment(ben, id, 'Hello');
  await transact((work) => stoneReactions.toggle(work, ben, id));
  expect([await scoreOf(ben), await supportGiven()]).toEqual([1, supportBefore + 2]);
  await transact(async (work) => {
    const subject = await stone.getLocked(work.tx, ana, id);
    await emitRemoved(work, subject, await comments.listContributions(work.tx, subject));
    await work.tx.delete(stones).where(eq(stones.id, id));
  });
  expect([await scoreOf(ben), await supportGiven()]).toEqual([0, supportBefore]);
});

test('prepared statements of two kinds have different names on one connection', async () => {
  const ana = await community.current.member();
  const viewerOfAna = { ...(await viewer()), id: ana.id };
  const post = (await ana.call(createPost, { body: { content: 'Hello' } })).body;
  const id = await createStoneBy(viewerOfAna);
  await transact(async (work) => {
    for (const [service, subjectId] of [
      [{ comments: postKind.comments, likes: postKind.reactions }, post.id],
      [{ comments, likes: stoneReactions }, id],
    ] as const) {
      const { id: commentId } = await service.comments.create(work, viewerOfAna, subjectId, 'Hi');
      await service.comments.edit(work, viewerOfAna, { id: subjectId, commentId }, 'Hello');
      await service.comments.create(work, viewerOfAna, subjectId, 'And another');
      await service.comments.delete(work, viewerOfAna, { id: subjectId, commentId });
      await service.likes.toggle(work, viewerOfAna, subjectId);
      await service.likes.toggle(work, viewerOfAna, subjectId);
      await service.likes.toggle(work, viewerOfAna, subjectId);
    }
  });
  expect(await countsOf(id)).toEqual({ likesCount: 1, commentsCount: 1 });
  expect((await ana.call(getPost, { params: { id: post.id } })).body).toMatchObject({
    likesCount: 1,
    commentsCount: 1,
  });
});
