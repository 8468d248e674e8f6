import { deleteAccount } from '@commons/contract/account/schemas';
import { createPost, deletePost, getPost, updatePost } from '@commons/contract/feed/schemas';
import { createBook, deleteBook } from '@commons/contract/library/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import * as messages from '@commons/contract/messages/schemas';
import { createAppeal } from '@commons/contract/moderation/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseOf, decideCase, decisionsOf, queueOf, removeAction, report } from '../../../test/cases.ts';
import { Community, type Member } from '../../../test/community.ts';
import { fetchAnonymously, noise, upload } from '../../../test/pictures.ts';
import { users } from '../../community/members/users.tables.ts';
import { localStorage } from './storage.ts';

let community: Community;
/** Another server process of the same community. */
let secondProcess: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  secondProcess = await Community.open({
    sharesDatabaseWith: community,
    storage: localStorage(`${community.dataDirectory}/media`),
  });
  admin = await community.member({ role: 'admin' });
});
afterAll(async () => {
  await secondProcess.close();
  await community.close();
});

const picture = () => noise(64, 48).png().toBuffer();
const uploadPicture = async (member: Member, address = '/api/uploads/images', field = 'file') =>
  (await upload<UploadedImage>(member, address, { name: 'a.png', bytes: await picture() }, field)).body;

async function createPostWithPicture(author: Member) {
  const { url } = await uploadPicture(author);
  const { body } = await author.call(createPost, { body: { content: 'Look', images: [{ url }] } });
  const sizes = [url, url.replace('-full.', '-card.')];
  const { headers } = await fetchAnonymously(community.server, url);
  return { id: body.id, url, sizes, etag: String(headers['etag']) };
}

/** Returns the statuses of every kind of request that a browser may make for these addresses, on both servers. */
async function statusesOf(urls: string[], etag = '"any"', cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const conditions = [
    {},
    { range: 'bytes=0-9' },
    { 'if-none-match': etag },
    { 'if-none-match': '*' },
    { 'if-match': '*' },
  ];
  const statuses = new Set<number>();
  for (const { server } of [community, secondProcess])
    for (const url of urls)
      for (const method of ['GET', 'HEAD'] as const)
        for (const condition of conditions) {
          const answer = await server.inject({ method, url, headers: { ...headers, ...condition } });
          statuses.add(answer.statusCode);
        }
  return [...statuses];
}

const isVisible = async (url: string, caller?: Member) =>
  (await fetchAnonymously(community.server, url, caller ? { cookie: caller.cookie } : {})).status === 200;

describe('the picture of a post', () => {
  test('is cached by browsers for five minutes', async () => {
    const { sizes, etag } = await createPostWithPicture(await community.member());
    for (const url of sizes) {
      const { headers } = await fetchAnonymously(community.server, url);
      expect(headers).toMatchObject({ 'cache-control': 'private, max-age=300', etag: expect.any(String) });
    }
    expect((await fetchAnonymously(community.server, sizes[0]!, { 'if-none-match': etag })).status).toBe(304);
  });

  test('disappears when a moderator removes the post, and reappears when an appeal is granted', async () => {
    const [author, reporter, other] = [
      await community.member(),
      await community.member(),
      await community.member({ role: 'admin' }),
    ];
    const { id, url, sizes, etag } = await createPostWithPicture(author);
    await report(reporter, { subjectType: 'post', subjectId: id });
    expect(await decideCase(admin, (await caseOf(admin, id)).id, removeAction)).toBe('done');
    expect(await statusesOf(sizes, etag)).toEqual([404]);
    expect(await statusesOf(sizes, etag, author.cookie)).toEqual([404]);
    const hiddenResponse = await fetchAnonymously(community.server, url);
    expect(hiddenResponse.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
    // Moderators still need it for an appeal. Their browsers do not cache it.
    const moderatorResponse = await fetchAnonymously(community.server, url, { cookie: other.cookie });
    expect([moderatorResponse.status, moderatorResponse.headers['cache-control']]).toEqual([200, 'private, no-store']);

    const [decision] = await decisionsOf(author);
    await author.call(createAppeal, { body: { decisionId: decision!.id, text: 'It is my garden.' } });
    const appeal = (await queueOf(other)).find((each) => each.isAppeal && each.subjectId === id)!;
    expect(await decideCase(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await fetchAnonymously(community.server, url)).status).toBe(200);
    expect((await fetchAnonymously(secondProcess.server, sizes[1]!)).status).toBe(200);
  });

  test.for<[string, (author: Member, id: string) => Promise<unknown>]>([
    ['its author deletes the post', (author, id) => author.call(deletePost, { params: { id } })],
    ['a moderator deletes the post', (_, id) => admin.call(deletePost, { params: { id }, query: { reason: 'spam' } })],
    [
      'an edit leaves it out',
      (author, id) => author.call(updatePost, { params: { id }, body: { content: 'x', images: [] } }),
    ],
    [
      'its author leaves and removes their content',
      async (author) => {
        await author.call(deleteAccount, { body: { content: 'remove' } });
        await community.runTasks();
      },
    ],
  ])('returns 404 at once when %s', async ([, removeContent]) => {
    const author = await community.member();
    const { id, sizes, etag } = await createPostWithPicture(author);
    expect(new Set(await statusesOf(sizes, etag))).toEqual(new Set([200, 206, 304]));
    await removeContent(author, id);
    expect(await statusesOf(sizes, etag)).toEqual([404]);
    expect(await statusesOf(sizes, etag, author.cookie)).toEqual([404]);
  });

  test('is visible only to moderators when a reported post is deleted', async () => {
    const author = await community.member();
    const { id, sizes, url } = await createPostWithPicture(author);
    await report(await community.member(), { subjectType: 'post', subjectId: id });
    await author.call(deletePost, { params: { id } });
    expect(await statusesOf(sizes)).toEqual([404]);
    expect([await isVisible(url, author), await isVisible(url, admin)]).toEqual([false, true]);
  });

  test('stays when its author leaves but keeps their posts', async () => {
    const author = await community.member();
    const { id, url } = await createPostWithPicture(author);
    await author.call(deleteAccount, { body: { content: 'anonymise' } });
    await community.runTasks();
    expect((await admin.call(getPost, { params: { id } })).status).toBe(200);
    expect(await isVisible(url)).toBe(true);
  });

  test('of a post that awaits review is visible to its author and moderators until it is published', async () => {
    const author = await community.member({ isFlagged: true });
    const { id, url } = await createPostWithPicture(author);
    const others = [await community.member(), await community.member()];
    expect(await statusesOf([url])).toEqual([404]);
    expect(await isVisible(url, others[0])).toBe(false);
    expect([await isVisible(url, author), await isVisible(url, admin)]).toEqual([true, true]);
    expect(await decideCase(admin, (await caseOf(admin, id)).id, { action: 'approve' })).toBe('done');
    expect(await isVisible(url)).toBe(true);
    // An edit by a flagged member goes back to review.
    await author.call(updatePost, { params: { id }, body: { content: 'Look again' } });
    expect(await isVisible(url)).toBe(false);
  });

  test('cannot be used in another post after it was removed', async () => {
    const author = await community.member();
    const { id, url } = await createPostWithPicture(author);
    await author.call(deletePost, { params: { id } });
    expect((await author.call(createPost, { body: { content: 'Again', images: [{ url }] } })).status).toBe(400);
    expect(await isVisible(url)).toBe(false);
  });

  test('is not visible to a suspended moderator', async () => {
    const [author, manager] = [await community.member(), await community.member({ role: 'manager' })];
    const { id, url } = await createPostWithPicture(author);
    await admin.call(deletePost, { params: { id }, query: { reason: 'spam' } });
    expect(await isVisible(url, manager)).toBe(true);
    const suspendedUntil = new Date(Date.now() + 3_600_000);
    await community.db.update(users).set({ suspendedUntil }).where(eq(users.id, manager.id));
    expect(await isVisible(url, manager)).toBe(false);
  });
});

async function sendPhoto() {
  const [ana, ben] = [await community.member({ role: 'admin' }), await community.member()];
  const photo = await upload<{ id: string; url: string }>(
    ana,
    '/api/uploads/message-photos',
    { name: 'a.png', bytes: await picture() },
    'file',
  );
  const body = { receiverId: ben.id, content: '', photoId: photo.body.id };
  const { id } = (await ana.call(messages.sendMessage, { body })).body;
  const { url } = photo.body;
  return { ana, ben, id, sizes: [url, url.replace('/full', '/card')] };
}

describe('a photo in a message', () => {
  test('is cached by browsers for five minutes', async () => {
    const { ben, sizes } = await sendPhoto();
    const { headers } = await fetchAnonymously(community.server, sizes[0]!, { cookie: ben.cookie });
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=300', etag: expect.any(String) });
  });

  test('returns 404 for both members at once when its sender removes it', async () => {
    const { ana, ben, id, sizes } = await sendPhoto();
    const { headers } = await fetchAnonymously(community.server, sizes[0]!, { cookie: ben.cookie });
    await ana.call(messages.removeMessage, { params: { id } });
    for (const { cookie } of [ana, ben])
      expect(await statusesOf(sizes, String(headers['etag']), cookie)).toEqual([404]);
  });

  test('returns 404 at once when its sender leaves and removes their content', async () => {
    const { ana, ben, sizes } = await sendPhoto();
    await ana.call(deleteAccount, { body: { content: 'remove' } });
    await community.runTasks();
    expect(await statusesOf(sizes, '"any"', ben.cookie)).toEqual([404]);
  });
});

describe('pictures that browsers cache forever', () => {
  test('a replaced profile photo and the photo of a member who left return 404', async () => {
    const ana = await community.member();
    const replacePhoto = async () =>
      (
        await upload<{ profileImageUrl: string }>(ana, '/api/auth/user/photo', {
          name: 'a.png',
          bytes: await picture(),
        })
      ).body.profileImageUrl;
    const first = await replacePhoto();
    const { headers } = await fetchAnonymously(community.server, first);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const second = await replacePhoto();
    expect([await isVisible(first), await isVisible(second)]).toEqual([false, true]);
    await ana.call(deleteAccount, { body: { content: 'anonymise' } });
    expect(await statusesOf([second, second.replace('-full.', '-small.')])).toEqual([404]);
  });

  test('the cover of a book returns 404 after the book was deleted', async () => {
    const { url } = await uploadPicture(admin, '/api/uploads/covers');
    const body = {
      title: 'Calm',
      author: 'A. Writer',
      description: 'On rest',
      buyLink: 'https://example.org/',
      imageUrl: url,
    };
    const { id } = (await admin.call(createBook, { body })).body;
    expect((await fetchAnonymously(community.server, url)).headers['cache-control']).toContain('immutable');
    await admin.call(deleteBook, { params: { id } });
    expect(await statusesOf([url])).toEqual([404]);
  });
});
