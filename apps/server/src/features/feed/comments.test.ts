import * as contract from '@commons/contract/feed/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

async function createPostAndMembers() {
  const ana = await community.current.member({ firstName: 'Ana' });
  const ben = await community.current.member({ firstName: 'Ben' });
  const post = (await ana.call(contract.createPost, { body: { content: 'How was your walk?' } })).body;
  return { ana, ben, post, params: { id: post.id } };
}

const comment = async (member: Member, postId: string, content: string) =>
  (await member.call(contract.createComment, { params: { id: postId }, body: { content } })).body;

const commentsCount = async (member: Member, id: string) =>
  (await member.call(contract.getPost, { params: { id } })).body.commentsCount;

describe('commenting', () => {
  test('comments are listed oldest first, and the post counts them', async () => {
    const { ana, ben, post, params } = await createPostAndMembers();
    const first = await comment(ben, post.id, '  Long and muddy ');
    const second = await comment(ana, post.id, 'The best kind');
    const list = await ben.call(contract.listComments, { params });
    expect(list.body.map(({ content }) => content)).toEqual(['Long and muddy', 'The best kind']);
    expect(list.body[0]).toEqual(first);
    expect(list.body[1]).toMatchObject({ id: second.id, can: { edit: false, delete: false } });
    expect(await commentsCount(ana, post.id)).toBe(2);
  });

  test.for(['', '  ', 'a'.repeat(2_001)])('rejects %j', async (content) => {
    const { ben, post, params } = await createPostAndMembers();
    expect((await ben.call(contract.createComment, { params, body: { content } })).status).toBe(400);
    expect(await commentsCount(ben, post.id)).toBe(0);
  });

  test('fifty concurrent comments are all stored and counted', async () => {
    const { ben, post, params } = await createPostAndMembers();
    await Promise.all(Array.from({ length: 50 }, (_, index) => comment(ben, post.id, `Comment ${index}`)));
    const list = await ben.call(contract.listComments, { params, query: { limit: 100 } });
    expect(list.body).toHaveLength(50);
    expect(await commentsCount(ben, post.id)).toBe(50);
  });
});

describe('changing a comment', () => {
  test('the author can edit and delete it', async () => {
    const { ben, post } = await createPostAndMembers();
    const { id: commentId } = await comment(ben, post.id, 'Mudy');
    const params = { id: post.id, commentId };
    const editResponse = await ben.call(contract.updateComment, { params, body: { content: 'Muddy' } });
    expect(editResponse).toMatchObject({ status: 200, body: { content: 'Muddy' } });
    expect(editResponse.body.editedAt).not.toBeNull();
    expect((await ben.call(contract.deleteComment, { params })).status).toBe(204);
    expect((await ben.call(contract.deleteComment, { params })).status).toBe(404);
    expect(await commentsCount(ben, post.id)).toBe(0);
  });

  test('the author of the post can do neither, and a moderator can delete it', async () => {
    const { ana, ben, post } = await createPostAndMembers();
    const moderator = await community.current.member({ role: 'manager' });
    const params = { id: post.id, commentId: (await comment(ben, post.id, 'Mine')).id };
    expect((await ana.call(contract.updateComment, { params, body: { content: 'Yours' } })).status).toBe(403);
    expect((await ana.call(contract.deleteComment, { params })).status).toBe(403);
    expect((await moderator.call(contract.updateComment, { params, body: { content: 'Ours' } })).status).toBe(403);
    expect((await moderator.call(contract.deleteComment, { params })).status).toBe(204);
  });

  test('a comment can be changed only under its own post', async () => {
    const { ben, post } = await createPostAndMembers();
    const otherPost = await createPostAndMembers();
    const params = { id: otherPost.post.id, commentId: (await comment(ben, post.id, 'Here')).id };
    expect((await ben.call(contract.updateComment, { params, body: { content: 'There' } })).status).toBe(404);
    expect((await ben.call(contract.deleteComment, { params })).status).toBe(404);
  });
});

describe('comments of a flagged member', () => {
  test('wait for review, are not counted, and are visible to their author and moderators only', async () => {
    const { ben, post, params } = await createPostAndMembers();
    const flagged = await community.current.member({ isFlagged: true });
    const moderator = await community.current.member({ role: 'admin' });
    const { id: commentId, isAwaitingReview } = await comment(flagged, post.id, 'Please look');
    expect(isAwaitingReview).toBe(true);
    const countVisible = async (member: Member) => (await member.call(contract.listComments, { params })).body.length;
    expect([await countVisible(flagged), await countVisible(moderator), await countVisible(ben)]).toEqual([1, 1, 0]);
    expect(await commentsCount(ben, post.id)).toBe(0);
    await flagged.call(contract.deleteComment, { params: { id: post.id, commentId } });
    expect(await commentsCount(ben, post.id)).toBe(0);
  });

  test('go back to review when they are edited, and the count decreases in every open tab', async () => {
    const { ana, ben, post } = await createPostAndMembers();
    const { id: commentId } = await comment(ben, post.id, 'Fine');
    await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, ben.id));
    const liveClient = await community.current.connect(ana);
    await ben.call(contract.updateComment, { params: { id: post.id, commentId }, body: { content: 'Not fine' } });
    expect(await liveClient.next('comment.updated')).toMatchObject({ commentId, commentsCount: 0 });
    liveClient.close();
  });
});

test('creation and deletion of a comment are published with the new count', async () => {
  const { ana, ben, post } = await createPostAndMembers();
  const liveClient = await community.current.connect(ana);
  const { id: commentId } = await comment(ben, post.id, 'Live');
  expect(await liveClient.next('comment.created')).toMatchObject({ postId: post.id, commentId, commentsCount: 1 });
  const params = { id: post.id, commentId };
  await ben.call(contract.updateComment, { params, body: { content: 'Live, edited' } });
  expect(await liveClient.next('comment.updated')).toMatchObject({ commentId });
  await ben.call(contract.deleteComment, { params });
  expect(await liveClient.next('comment.deleted')).toMatchObject({ commentId, commentsCount: 0 });
  liveClient.close();
});
