import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '@commons/contract/problem';
import type { Recommendation, RecommendationInput, RecommendationType } from '@commons/contract/recommendations';
import * as contract from '@commons/contract/recommendations/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../members/users.tables.ts';
import { reports } from '../reports/reports.tables.ts';

const community = setUpCommunity();

const book: RecommendationInput = {
  type: 'book',
  title: 'The Summer Book',
  content: 'An island, a child, a grandmother.\nRead it slowly.',
  link: 'https://books.example/summer?edition=2#reviews',
};

const recommend = async (member: Member, given: Partial<RecommendationInput> = {}) =>
  (await member.call(contract.createRecommendation, { body: { ...book, ...given } })).body;

const listed = async (member: Member, type: RecommendationType) =>
  (await member.call(contract.listRecommendations, { query: { type } })).body.map(({ id }) => id);

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

describe('recommending', () => {
  test('a new recommendation is first in the list of its type and equals the reply', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    await community.current.db.update(users).set({ profileImageUrl: '/media/ana.webp' }).where(eq(users.id, ana.id));
    const created = await ana.call(contract.createRecommendation, { body: { ...book, title: '  The Summer Book ' } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...book,
      authorId: ana.id,
      author: { displayName: 'Ana Lund', firstName: 'Ana', lastName: 'Lund', profileImageUrl: '/media/ana.webp' },
      likesCount: 0,
      isLiked: false,
      editedAt: null,
      can: { edit: true, delete: true },
    });
    expect((await ana.call(contract.listRecommendations, { query: { type: 'book' } })).body[0]).toEqual(created.body);
    const { id } = created.body;
    expect((await ana.call(contract.getRecommendation, { params: { id } })).body).toEqual(created.body);
  });

  test.for([{ link: undefined }, { link: null }, { link: ' ' }])('the link is optional: $link', async ({ link }) => {
    const ana = await community.current.member();
    const answer = await ana.send('POST', '/api/recommendations', { body: { ...book, link } });
    expect(answer).toMatchObject({ status: 201, body: { link: null } });
  });

  test.for([
    { given: { title: ' ' }, path: 'title' },
    { given: { title: 'a'.repeat(201) }, path: 'title' },
    { given: { title: 'one\ntwo' }, path: 'title' },
    { given: { content: '\n ' }, path: 'content' },
    { given: { content: 'a'.repeat(2_001) }, path: 'content' },
    { given: { type: 'film' }, path: 'type' },
    { given: { type: undefined }, path: 'type' },
    { given: { link: `https://books.example/${'a'.repeat(2_000)}` }, path: 'link' },
    { given: { likesCount: 9 }, path: 'likesCount' },
  ])('an invalid $path is rejected, and nothing is stored', async ({ given, path }) => {
    const ana = await community.current.member();
    const refused = await ana.send<Problem>('POST', '/api/recommendations', { body: { ...book, ...given } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map((error) => error.path)).toContain(path);
    expect((await ana.call(contract.listRecommendations, { query: { type: 'book' } })).body).not.toContainEqual(
      expect.objectContaining({ authorId: ana.id }),
    );
  });

  test('ten concurrent calls with the same Idempotency-Key create one recommendation', async () => {
    const ana = await community.current.member();
    const headers = { 'idempotency-key': randomUUID() };
    const attempts = Array.from({ length: 10 }, () => ana.call(contract.createRecommendation, { body: book }, headers));
    expect(new Set((await Promise.all(attempts)).map(({ body }) => body.id)).size).toBe(1);
  });

  test('earns no points, because the specification does not list it', async () => {
    const ana = await community.current.member();
    await recommend(ana);
    expect(await scoreOf(ana)).toBe(0);
  });
});

describe('the list of a type', () => {
  test('has pages, newest first, without other types', async () => {
    const ana = await community.current.member();
    const ids: string[] = [];
    for (const type of ['podcast', 'journal_prompt', 'podcast', 'podcast'] as const)
      ids.unshift((await recommend(ana, { type })).id);
    const first = await ana.call(contract.listRecommendations, { query: { type: 'podcast', limit: 2 } });
    expect(first.body.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect((await ana.follow(first)).body.map(({ id }) => id)).toEqual([ids[3]]);
    expect(await listed(ana, 'journal_prompt')).toEqual([ids[2]]);
  });

  test.for(['', '?type=film', '?type='])('that does not exist is rejected: "%s"', async (query) => {
    const ana = await community.current.member();
    const refused = await ana.send<Problem>('GET', `/api/recommendations${query}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ path }) => path)).toEqual(['type']);
  });
});

describe('changing and deleting', () => {
  test('only the author and moderators can change and delete a recommendation', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const manager = await community.current.member({ role: 'manager' });
    const { id } = await recommend(ana);
    const change = (member: Member, given: Partial<RecommendationInput>) =>
      member.call(contract.updateRecommendation, { params: { id }, body: { ...book, ...given } });
    expect((await change(ana, { link: null })).body).toMatchObject({ link: null, editedAt: expect.any(String) });
    expect((await change(manager, { title: 'The Winter Book' })).body.title).toBe('The Winter Book');
    expect((await change(ben, {})).status).toBe(403);
    expect((await ben.call(contract.deleteRecommendation, { params: { id } })).status).toBe(403);
    expect((await manager.call(contract.deleteRecommendation, { params: { id } })).status).toBe(204);
    expect((await ana.call(contract.getRecommendation, { params: { id } })).status).toBe(404);
    expect((await change(ana, {})).status).toBe(404);
  });

  test('deletion removes the likes and reverses their support', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const countSupport = async () => {
      const { rows } = await community.current.db.execute<{ given: number }>(
        sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_counters`,
      );
      return rows[0]!.given;
    };
    const before = await countSupport();
    const { id } = await recommend(ana);
    await ben.call(contract.toggleRecommendationLike, { params: { id } });
    expect(await countSupport()).toBe(before + 1);
    const deletions = await Promise.all(
      [1, 2, 3].map(() => ana.call(contract.deleteRecommendation, { params: { id } })),
    );
    expect(deletions.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
    expect(await countSupport()).toBe(before);
  });
});

test('a recommendation of a flagged member waits for review and is visible to its author only', async () => {
  const [flagged, ben] = [await community.current.member({ isFlagged: true }), await community.current.member()];
  const [own, others] = [await community.current.connect(flagged), await community.current.connect(ben)];
  const held = await recommend(flagged);
  const shown = await recommend(ben);
  expect(held.isAwaitingReview).toBe(true);
  expect(await listed(ben, 'book')).not.toContain(held.id);
  expect(await listed(flagged, 'book')).toContain(held.id);
  expect((await ben.call(contract.toggleRecommendationLike, { params: { id: held.id } })).status).toBe(404);
  expect((await own.next('recommendation.created')).recommendationId).toBe(held.id);
  expect((await others.next('recommendation.created')).recommendationId).toBe(shown.id);
  own.close();
  others.close();
});

test('recommendations of a flagged member are held on every server, including a request that began before', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const secondServer = await Community.open({ sharesDatabaseWith: community.current });
  const live = await secondServer.connect(ben);
  const body = JSON.stringify({ ...book, title: 'Begun before' });
  const arriving = once(community.current.server.server, 'request') as Promise<[IncomingMessage]>;
  const sending = request(`${await community.current.listen()}${contract.createRecommendation.path}`, {
    method: 'POST',
    headers: { cookie: ana.cookie, 'content-type': 'application/json', 'content-length': body.length },
  });
  sending.write(body.slice(0, 10));
  const [arrived] = await arriving;
  // The session lookup is done, and the server reads the body.
  while (arrived.listenerCount('error') === 0) await setImmediate();
  await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, ana.id));
  sending.end(body.slice(10));
  const [answer] = await once(sending, 'response');
  const firstRecommendation = (await json(answer)) as Recommendation;
  const after = await recommend(new Member(secondServer.server, ana), { title: 'Begun after' });
  expect([firstRecommendation.isAwaitingReview, after.isAwaitingReview]).toEqual([true, true]);
  const { id: shown } = await recommend(ben);
  expect((await live.next('recommendation.created')).recommendationId).toBe(shown);
  const found = await listed(ben, 'book');
  expect([firstRecommendation, after].some(({ id }) => found.includes(id))).toBe(false);
  live.close();
  await secondServer.close();
});

test('creation, likes, change and deletion of a recommendation are published to everybody', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const live = await community.current.connect(ben);
  const { id: recommendationId } = await recommend(ana, { type: 'podcast' });
  const params = { id: recommendationId };
  expect(await live.next('recommendation.created')).toEqual({
    type: 'recommendation.created',
    recommendationId,
    authorId: ana.id,
    recommendationType: 'podcast',
  });
  await ben.call(contract.toggleRecommendationLike, { params });
  // Skips late frames of other recommendations.
  let liked = await live.next('recommendation_like.changed');
  while (liked.recommendationId !== recommendationId) liked = await live.next('recommendation_like.changed');
  expect(liked).toMatchObject({ likesCount: 1, countsRevision: 1 });
  await ana.call(contract.updateRecommendation, { params, body: book });
  expect(await live.next('recommendation.updated')).toEqual({ type: 'recommendation.updated', recommendationId });
  await ana.call(contract.deleteRecommendation, { params });
  expect(await live.next('recommendation.deleted')).toEqual({ type: 'recommendation.deleted', recommendationId });
  live.close();
});

test('a report of a recommendation contains its text and link at that time', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const { id } = await recommend(ana);
  const body = { subjectType: 'recommendation', subjectId: id, reason: 'spam' } as const;
  expect((await ben.call(createReport, { body })).status).toBe(201);
  const [kept] = await community.current.db.select().from(reports).where(eq(reports.subjectId, id));
  const { title, content, link } = book;
  expect(kept).toMatchObject({ reportedId: ana.id, evidence: { title, content, link } });
});
