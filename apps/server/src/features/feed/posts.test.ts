import { randomUUID } from 'node:crypto';
import type { Post } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/feed/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { posts } from './posts.tables.ts';

const community = setUpCommunity();

const createPost = async (member: Member, content: string): Promise<Post> =>
  (await member.call(contract.createPost, { body: { content } })).body;

const feedOf = async (member: Member) => (await member.call(contract.listPosts, {})).body.map(({ id }) => id);

const problemTypeOf = (body: unknown) => (body as Problem).type;

describe('sharing a post', () => {
  test('a new post is at the top of the feed and equals the reply', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    const createResponse = await ana.call(contract.createPost, { body: { content: '  Good morning\nto all  ' } });

    expect(createResponse.status).toBe(201);
    expect(createResponse.body).toMatchObject({
      authorId: ana.id,
      author: { displayName: 'Ana Lund', title: null },
      content: 'Good morning\nto all',
      likesCount: 0,
      commentsCount: 0,
      isLiked: false,
      editedAt: null,
      can: { edit: true, delete: true },
    });
    const feed = await ana.call(contract.listPosts, {});
    expect(feed.body[0]).toEqual(createResponse.body);
  });

  test('a post can have a content warning', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const body = { content: 'The first year without her', contentWarning: '  Grief ' };
    const { body: post } = await ana.call(contract.createPost, { body });
    expect(post.contentWarning).toBe('Grief');
    const params = { id: post.id };
    const edit = async (change: object) =>
      (await ana.call(contract.updatePost, { params, body: { content: 'Edited', ...change } })).body.contentWarning;
    expect((await ben.call(contract.getPost, { params })).body.contentWarning).toBe('Grief');
    expect((await ben.call(contract.listPosts, {})).body.find(({ id }) => id === post.id)?.contentWarning).toBe(
      'Grief',
    );
    expect(await edit({})).toBe('Grief');
    expect(await edit({ contentWarning: 'Loss' })).toBe('Loss');
    expect(await edit({ contentWarning: null })).toBeNull();
    expect(await edit({ contentWarning: '  ' })).toBeNull();
    expect((await createPost(ana, 'Nothing to warn of')).contentWarning).toBeNull();
  });

  test('a post does not reveal the author’s email', async () => {
    const ana = await community.current.member({ email: 'ana.private@members.test' });
    const ben = await community.current.member();
    const post = await createPost(ana, 'A quiet day');
    const response = await ben.call(contract.getPost, { params: { id: post.id } });
    expect(JSON.stringify(response.body)).not.toContain('@');
  });

  test.for([
    { content: '' },
    { content: ' \n\t ' },
    { content: 'a'.repeat(5_001) },
    { content: 42 },
    { content: 'a\0b' },
    { content: 'hello', contentWarning: 'a'.repeat(61) },
    { content: 'hello', contentWarning: 'two\nlines' },
    { content: 'hello', contentWarning: true },
    {},
    [],
    null,
  ])('rejects %j and stores nothing', async (body) => {
    const ana = await community.current.member();
    const rejection = await ana.send('POST', '/api/posts', { body });
    expect(rejection.status).toBe(400);
    expect(rejection.headers['content-type']).toContain('application/problem+json');
    const ownPosts = await ana.call(contract.listPosts, { query: { userId: ana.id } });
    expect(ownPosts.body).toEqual([]);
  });

  test('a post can have 5,000 characters', async () => {
    const ana = await community.current.member();
    expect((await createPost(ana, 'ö'.repeat(5_000))).content).toHaveLength(5_000);
  });

  test('any text is returned unchanged, except for trimming', async () => {
    const ana = await community.current.member();
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).filter((value) => {
      const trimmed = value.trim();
      return trimmed !== '' && !trimmed.includes('\0') && trimmed.isWellFormed();
    });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        expect((await createPost(ana, content)).content).toBe(content.trim());
      }),
      { numRuns: 50 },
    );
  });

  test('a reused key with another text is rejected, and another member can use the same key', async () => {
    const ana = await community.current.member();
    const ben = await community.current.member();
    const headers = { 'idempotency-key': 'shared-key' };
    await ana.call(contract.createPost, { body: { content: 'First' } }, headers);
    const reuseResponse = await ana.call(contract.createPost, { body: { content: 'Second' } }, headers);
    expect(reuseResponse.status).toBe(409);
    const bens = await ben.call(contract.createPost, { body: { content: 'Second' } }, headers);
    expect(bens).toMatchObject({ status: 201, body: { content: 'Second' } });
  });
});

describe('reading the feed', () => {
  test('pages are newest first, without gaps or duplicates while new posts arrive', async () => {
    const ana = await community.current.member();
    const postIds: string[] = [];
    for (let index = 0; index < 7; index += 1) postIds.unshift((await createPost(ana, `Post ${index}`)).id);

    const first = await ana.call(contract.listPosts, { query: { limit: 3, userId: ana.id } });
    await createPost(ana, 'Arrived in between');
    const second = await ana.follow(first);
    const third = await ana.follow(second);

    expect([first, second, third].flatMap(({ body }) => body.map(({ id }) => id))).toEqual(postIds);
    expect(third.next).toBeUndefined();
  });

  test.for(['?limit=0', '?limit=101', '?limit=x', '?cursor=nonsense', '?userId=me', '?page=2'])(
    'rejects the query %s',
    async (search) => {
      const ana = await community.current.member();
      expect((await ana.send('GET', `/api/posts${search}`)).status).toBe(400);
    },
  );

  test('an unchanged feed returns 304', async () => {
    const ana = await community.current.member();
    const query = { userId: ana.id };
    await createPost(ana, 'Still here');
    const first = await ana.call(contract.listPosts, { query });
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await ana.call(contract.listPosts, { query }, headers)).status).toBe(304);
    await createPost(ana, 'Something new');
    expect((await ana.call(contract.listPosts, { query }, headers)).status).toBe(200);
  });
});

describe('editing a post', () => {
  test('the author can edit it, and it is marked as edited', async () => {
    const ana = await community.current.member();
    const post = await createPost(ana, 'Helo');
    const editResponse = await ana.call(contract.updatePost, { params: { id: post.id }, body: { content: 'Hello' } });
    expect(editResponse).toMatchObject({ status: 200, body: { content: 'Hello', createdAt: post.createdAt } });
    expect(editResponse.body.editedAt).not.toBeNull();
    expect((await ana.call(contract.getPost, { params: { id: post.id } })).body).toEqual(editResponse.body);
  });

  test('editedAt increases with each edit even if the clock went back', async () => {
    const ana = await community.current.member();
    const post = await createPost(ana, 'Helo');
    const edit = (content: string) =>
      ana.call(contract.updatePost, { params: { id: post.id }, body: { content } }).then(({ body }) => body);
    await edit('Hello');
    const ahead = new Date(Date.now() + 60 * 60 * 1000);
    await community.current.db.update(posts).set({ editedAt: ahead }).where(eq(posts.id, post.id));
    expect(await edit('Hello!')).toMatchObject({
      content: 'Hello!',
      editedAt: new Date(ahead.getTime() + 1).toISOString(),
    });
  });

  test('other members and admins cannot edit it', async () => {
    const post = await createPost(await community.current.member(), 'Mine');
    for (const role of ['user', 'admin'] as const) {
      const other = await community.current.member({ role });
      const rejection = await other.call(contract.updatePost, { params: { id: post.id }, body: { content: 'Yours' } });
      expect(rejection.status).toBe(403);
      expect((await other.call(contract.getPost, { params: { id: post.id } })).body.content).toBe('Mine');
    }
  });
});

describe('deleting a post', () => {
  test('the author can delete it, with its comments and likes', async () => {
    const ana = await community.current.member();
    const ben = await community.current.member();
    const { id } = await createPost(ana, 'Short-lived');
    await ben.call(contract.createComment, { params: { id }, body: { content: 'Nice' } });
    await ben.call(contract.toggleLike, { params: { id } });

    expect((await ana.call(contract.deletePost, { params: { id } })).status).toBe(204);
    for (const path of ['', '/comments', '/like-status'])
      expect((await ben.send('GET', `/api/posts/${id}${path}`)).status).toBe(404);
    expect((await ana.call(contract.deletePost, { params: { id } })).status).toBe(404);
  });

  test('another member cannot delete it', async () => {
    const { id } = await createPost(await community.current.member(), 'Stays');
    const ben = await community.current.member();
    expect((await ben.call(contract.deletePost, { params: { id } })).status).toBe(403);
    expect((await ben.call(contract.getPost, { params: { id } })).status).toBe(200);
  });

  test('a moderator must give a reason, and the author is notified', async () => {
    const ana = await community.current.member();
    const moderator = await community.current.member({ role: 'manager' });
    const { id } = await createPost(ana, 'Buy my miracle cure');

    const withoutReason = await moderator.call(contract.deletePost, { params: { id } });
    expect(withoutReason.status).toBe(400);
    expect(problemTypeOf(withoutReason.body)).toBe('urn:problem:feed.reason_required');

    const query = { reason: 'Advertising a cure can hurt people.' };
    expect((await moderator.call(contract.deletePost, { params: { id }, query })).status).toBe(204);
    await expect
      .poll(() => community.current.mails())
      .toContainEqual(
        expect.objectContaining({ to: ana.email, text: expect.stringContaining(query.reason) as string }),
      );
  });
});

describe('posts of a flagged member', () => {
  test('wait for review and are visible to their author and moderators only', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const post = await createPost(flagged, 'Please look at me');
    expect(post.isAwaitingReview).toBe(true);

    const ben = await community.current.member();
    const moderator = await community.current.member({ role: 'manager' });
    expect(await feedOf(flagged)).toContain(post.id);
    expect(await feedOf(moderator)).toContain(post.id);
    expect(await feedOf(ben)).not.toContain(post.id);
  });

  test('replies for a hidden post and for an unknown post are the same', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const { id } = await createPost(flagged, 'Hidden');
    const ben = await community.current.member();
    const calls = [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/like-status'],
      ['POST', '/like'],
      ['GET', '/comments'],
    ] as const;
    for (const [method, path] of calls) {
      const hiddenResponse = await ben.send<Problem>(method, `/api/posts/${id}${path}`);
      const unknownResponse = await ben.send<Problem>(method, `/api/posts/${randomUUID()}${path}`);
      expect(hiddenResponse.status).toBe(404);
      expect({ ...hiddenResponse.body, instance: '' }).toEqual({ ...unknownResponse.body, instance: '' });
    }
  });
});

describe('live frames', () => {
  test('creation, change and deletion of a post are published to everybody', async () => {
    const ana = await community.current.member();
    const ben = await community.current.member();
    const liveClient = await community.current.connect(ben);
    const { id } = await createPost(ana, 'Live');
    expect(await liveClient.next('post.created')).toEqual({ type: 'post.created', postId: id, authorId: ana.id });
    await ana.call(contract.updatePost, { params: { id }, body: { content: 'Live, edited' } });
    expect(await liveClient.next('post.updated')).toEqual({ type: 'post.updated', postId: id });
    await ana.call(contract.deletePost, { params: { id } });
    expect(await liveClient.next('post.deleted')).toEqual({ type: 'post.deleted', postId: id });
    liveClient.close();
  });

  test('a post in review is published to its author only', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const ben = await community.current.member();
    const ownClient = await community.current.connect(flagged);
    const otherClient = await community.current.connect(ben);
    const hiddenPost = await createPost(flagged, 'Waiting');
    const shownPost = await createPost(ben, 'Shown');
    expect((await ownClient.next('post.created')).postId).toBe(hiddenPost.id);
    expect((await otherClient.next('post.created')).postId).toBe(shownPost.id);
    ownClient.close();
    otherClient.close();
  });
});

test('createdAt of a post equals the time in its id', async () => {
  const post = await createPost(await community.current.member(), 'Now');
  const milliseconds = Number.parseInt(post.id.replaceAll('-', '').slice(0, 12), 16);
  expect(Math.abs(milliseconds - Date.parse(post.createdAt))).toBeLessThanOrEqual(5);
});
