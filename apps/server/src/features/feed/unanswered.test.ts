import * as contract from '@commons/contract/feed/schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ApiResponse } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { insertEarlierPost } from '../../../test/earlier-post.ts';
import { block, comment, mute } from '../../../test/hiding.ts';
import { posts } from './posts.tables.ts';

const community = setUpCommunity();

const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));
const listUnanswered = async (member: Member) =>
  (await member.call(contract.listUnansweredPosts, { query: { limit: 100 } })).body.map(({ id }) => id);
const countFor = async (member: Member) => (await member.call(contract.countUnansweredPosts, {})).body.count;

test('a post without comments after two hours is unanswered until it has a comment', async () => {
  const [ana, ben] = (await createMembers(2)) as [Member, Member];
  const countBefore = await countFor(ana);
  const [older, newer, recent] = [
    await insertEarlierPost(community.current, ben, { hours: 30 }),
    await insertEarlierPost(community.current, ben, { hours: 2.01 }),
    await insertEarlierPost(community.current, ben, { hours: 1.99 }),
  ];
  expect((await listUnanswered(ana)).filter((id) => [older, newer, recent].includes(id))).toEqual([newer, older]);
  expect(await countFor(ana)).toBe(countBefore + 2);

  const commentId = await comment(ana, newer);
  expect(await listUnanswered(ana)).not.toContain(newer);
  expect(await countFor(ana)).toBe(countBefore + 1);
  await ana.call(contract.deleteComment, { params: { id: newer, commentId } });
  expect(await listUnanswered(ana)).toContain(newer);
});

test('a comment in review does not count as an answer', async () => {
  const [ana, ben] = (await createMembers(2)) as [Member, Member];
  const id = await insertEarlierPost(community.current, ben);
  await comment(await community.current.member({ isFlagged: true }), id);
  expect(await listUnanswered(ana)).toContain(id);
});

test('the list excludes own posts, posts of hidden members and, even for moderators, posts in review', async () => {
  const [ana, ben, eva] = (await createMembers(3)) as [Member, Member, Member];
  const admin = await community.current.member({ role: 'admin' });
  const [ownPost, blockedPost, mutedPost] = [
    await insertEarlierPost(community.current, ana),
    await insertEarlierPost(community.current, ben),
    await insertEarlierPost(community.current, eva),
  ];
  const heldPost = await insertEarlierPost(community.current, ben, { isAwaitingReview: true });
  await block(ben, ana);
  await mute(ana, eva);
  const listedIds = await listUnanswered(ana);
  for (const id of [ownPost, blockedPost, mutedPost, heldPost]) expect(listedIds).not.toContain(id);
  expect(await listUnanswered(admin)).not.toContain(heldPost);
  expect(await listUnanswered(admin)).toEqual(expect.arrayContaining([ownPost, blockedPost, mutedPost]));
});

test('pages have no gaps, and a cursor does not lead to posts that are too new', async () => {
  const [ana, ben] = (await createMembers(2)) as [Member, Member];
  for (let hours = 3; hours < 8; hours += 1) await insertEarlierPost(community.current, ben, { hours });
  const all = await listUnanswered(ana);
  const pagedIds: string[] = [];
  let path: string | undefined = '/api/posts/unanswered?limit=2';
  while (path !== undefined) {
    const response: ApiResponse<{ id: string }[]> = await ana.send('GET', path);
    pagedIds.push(...response.body.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(String(response.headers['link']))?.[1];
  }
  expect(pagedIds).toEqual(all);

  const recent = await insertEarlierPost(community.current, ben, { hours: 0 });
  const cursor = Buffer.from(JSON.stringify('ffffffff-ffff-7fff-bfff-ffffffffffff')).toString('base64url');
  const lastPage = await ana.call(contract.listUnansweredPosts, { query: { cursor, limit: 100 } });
  expect(lastPage.body.map(({ id }) => id)).toEqual(all);
  expect(lastPage.body.map(({ id }) => id)).not.toContain(recent);
});

test('the count stops at a hundred', async () => {
  const [ana, ben] = (await createMembers(2)) as [Member, Member];
  for (let index = 0; index < 101; index += 1) await insertEarlierPost(community.current, ben, { hours: 3 + index });
  expect(await countFor(ana)).toBe(100);
  await community.current.db.delete(posts).where(eq(posts.authorId, ben.id));
});
