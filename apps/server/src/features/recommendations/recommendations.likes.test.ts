import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/recommendations/schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { recommendationLikes } from './recommendations.tables.ts';

const community = setUpCommunity();

const recommend = async () => {
  const ana = await community.current.member();
  const body = { type: 'book', title: 'Tales', content: 'For a long night.' } as const;
  return { ana, id: (await ana.call(contract.createRecommendation, { body })).body.id };
};

test('a first call likes a recommendation, and a second removes the like', async () => {
  const { ana, id } = await recommend();
  const ben = await community.current.member();
  const like = async () => (await ben.call(contract.toggleRecommendationLike, { params: { id } })).body;
  expect(await like()).toMatchObject({ isLiked: true, likesCount: 1 });
  const readAs = async (member: typeof ana) => (await member.call(contract.getRecommendation, { params: { id } })).body;
  expect(await readAs(ben)).toMatchObject({ isLiked: true, likesCount: 1 });
  expect(await readAs(ana)).toMatchObject({ isLiked: false, likesCount: 1 });
  expect(await like()).toMatchObject({ isLiked: false, likesCount: 0 });
  const missing = await ben.call(contract.toggleRecommendationLike, { params: { id: randomUUID() } });
  expect(missing.status).toBe(404);
});

test('the counter equals the number of rows after 35 concurrent toggles by 20 members', async () => {
  const { ana, id } = await recommend();
  const members = await Promise.all(Array.from({ length: 20 }, () => community.current.member()));
  await Promise.all(
    [...members, ...members.slice(5)].map((member) =>
      member.call(contract.toggleRecommendationLike, { params: { id } }),
    ),
  );
  const rows = await community.current.db
    .select()
    .from(recommendationLikes)
    .where(eq(recommendationLikes.subjectId, id));
  const { likesCount } = (await ana.call(contract.getRecommendation, { params: { id } })).body;
  expect([rows.length, likesCount]).toEqual([5, 5]);
});
