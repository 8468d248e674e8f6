import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '@commons/contract/problem/schemas';
import type {
  Recommendation,
  RecommendationInput,
  RecommendationType,
} from '@commons/contract/recommendations/schemas';
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

const recommend = async (member: Member, input: Partial<RecommendationInput> = {}) =>
  (await member.call(contract.createRecommendation, { body: { ...book, ...input } })).body;

const listIds = async (member: Member, type: RecommendationType) =>
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
    const response = await ana.send('POST', '/api/recommendations', { body: { ...book, link } });
    expect(response).toMatchObject({ status: 201, body: { link: null } });
  });

  test.for([
    { input: { title: ' ' }, path: 'title' },
    { input: { title: 'a'.repeat(201) }, path: 'title' },
    { input: { title: 'one\ntwo' }, path: 'title' },
    { input: { content: '\n ' }, path: 'content' },
    { input: { content: 'a'.repeat(2_001) }, path: 'content' },
    { input: { type: 'film' }, path: 'type' },
    { input: { type: undefined }, path: 'type' },
    { input: { link: `https://books.example/${'a'.repeat(2_000)}` }, path: 'link' },
    { input: { likesCount: 9 }, path: 'likesCount' },
  ])('an invalid $path is rejected, and nothing is stored', async ({ input, path }) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('POST', '/api/recommendations', { body: { ...book, ...input } });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
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
    expect(await listIds(ana, 'journal_prompt')).toEqual([ids[2]]);
  });

  test.for(['', '?type=film', '?type='])('that does not exist is rejected: "%s"', async (query) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('GET', `/api/recommendations${query}`);
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map(({ path }) => path)).toEqual(['type']);
  });
});

describe('changing and deleting', () => {
  test('only the author and moderators can change and delete a recommendation', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const manager = await community.current.member({ role: 'manager' });
    const { id } = await recommend(ana);
    const change = (member: Member, input: Partial<RecommendationInput>) =>
      member.call(contract.updateRecommendation, { params: { id }, body: { ...book, ...input } });
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
        sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_changes`,
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
  const [ownTab, otherTab] = [await community.current.connect(flagged), await community.current.connect(ben)];
  const held = await recommend(flagged);
  const shown = await recommend(ben);
  expect(held.isAwaitingReview).toBe(true);
  expect(await listIds(ben, 'book')).not.toContain(held.id);
  expect(await listIds(flagged, 'book')).toContain(held.id);
  expect((await ben.call(contract.toggleRecommendationLike, { params: { id: held.id } })).status).toBe(404);
  expect((await ownTab.next('recommendation.created')).recommendationId).toBe(held.id);
  expect((await otherTab.next('recommendation.created')).recommendationId).toBe(shown.id);
  ownTab.close();
  otherTab.close();
});

test('recommendations of a flagged member are held on every server, including a request that started before the flag was set', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const secondServer = await Community.open({ sharesDatabaseWith: community.current });
  const live = await secondServer.connect(ben);
  const body = JSON.stringify({ ...book, title: 'Begun before' });
  const requestArrived = once(community.current.server.server, 'request') as Promise<[IncomingMessage]>;
  const clientRequest = request(`${await community.current.listen()}${contract.createRecommendation.path}`, {
    method: 'POST',
    headers: { cookie: ana.cookie, 'content-type': 'application/json', 'content-length': body.length },
  });
  clientRequest.write(body.slice(0, 10));
  const [serverRequest] = await requestArrived;
  // The session lookup is done, and the server reads the body.
  while (serverRequest.listenerCount('error') === 0) await setImmediate();
  await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, ana.id));
  clientRequest.end(body.slice(10));
  const [response] = await once(clientRequest, 'response');
  const firstRecommendation = (await json(response)) as Recommendation;
  const after = await recommend(new Member(secondServer.server, ana), { title: 'Begun after' });
  expect([firstRecommendation.isAwaitingReview, after.isAwaitingReview]).toEqual([true, true]);
  const { id: shown } = await recommend(ben);
  expect((await live.next('recommendation.created')).recommendationId).toBe(shown);
  const listedIds = await listIds(ben, 'book');
  expect([firstRecommendation, after].some(({ id }) => listedIds.includes(id))).toBe(false);
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
  let likeFrame = await live.next('recommendation_like.changed');
  while (likeFrame.recommendationId !== recommendationId) likeFrame = await live.next('recommendation_like.changed');
  expect(likeFrame).toMatchObject({ likesCount: 1, countsRevision: 1 });
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
  const [storedReport] = await community.current.db.select().from(reports).where(eq(reports.subjectId, id));
  const { title, content, link } = book;
  expect(storedReport).toMatchObject({ reportedId: ana.id, evidence: { title, content, link } });
});
