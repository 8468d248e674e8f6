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
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

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

describe('recommending', () => {
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
  ])('an invalid $path is rejected, and nothing is stored', async ({ input, path }) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('POST', '/api/recommendations', { body: { ...book, ...input } });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
    expect((await ana.call(contract.listRecommendations, { query: { type: 'book' } })).body).not.toContainEqual(
      expect.objectContaining({ authorId: ana.id }),
    );
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
