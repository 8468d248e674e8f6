import { randomUUID } from 'node:crypto';
import { createEvent, deleteEvent, answerEvent } from '@commons/contract/events/schemas';
import type { Post } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/feed/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import { getCase, listCases } from '@commons/contract/moderation/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { waitForLockWaiters } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';
import { idempotencyKeys } from '../../platform/idempotency/idempotency.tables.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { posts } from './posts.tables.ts';

const community = setUpCommunity();

let number = 0;
/** Uploads a picture and returns it in the form that posts contain. */
async function uploadPicture(member: Member): Promise<Omit<UploadedImage, 'wasAnimated'>> {
  number += 1;
  const bytes = await noise(40 + number, 30)
    .png()
    .toBuffer();
  const { status, body } = await upload<UploadedImage>(member, '/api/uploads/images', { name: 'a.png', bytes });
  expect(status).toBe(201);
  const { wasAnimated: _, ...image } = body;
  return image;
}

const createPost = (member: Member, fields: object) =>
  member.send<Post>('POST', '/api/posts', { body: { content: 'Look', ...fields } });

async function expectRejected(member: Member, images: unknown): Promise<Problem> {
  const { status, body } = await member.send<Problem>('POST', '/api/posts', { body: { content: 'Hi', images } });
  expect(status).toBe(400);
  return body;
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

/** Returns whether the files of pictures are in use. */
async function areAttached(...urls: string[]): Promise<boolean[]> {
  const rows = await community.current.db.select().from(mediaFiles);
  return urls.map((url) => rows.find(({ id }) => url.includes(id))?.attachedAt != null);
}

/** Counts connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await community.current.db.execute<{ waiting: number }>(
    sql`SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}

describe('pictures of a post', () => {
  test('can be up to four, and keep their order, descriptions and sizes', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const four = [
      await uploadPicture(ana),
      await uploadPicture(ana),
      await uploadPicture(ana),
      await uploadPicture(ana),
    ];
    const images = four.map(({ url }, index) => ({
      url,
      alt: index === 2 ? ' ' : `Picture ${index}`,
      isBlurred: index === 1,
    }));
    const { status, body: post } = await createPost(ana, { images });
    expect(status).toBe(201);
    expect(post.images).toEqual(
      four.map((image, index) => ({ ...image, alt: index === 2 ? null : `Picture ${index}`, isBlurred: index === 1 })),
    );
    expect(post).toMatchObject({ imageUrl: four[0]!.url, imageAlt: 'Picture 0' });
    expect((await ben.call(contract.getPost, { params: { id: post.id } })).body.images).toEqual(post.images);
    expect((await ana.call(contract.listPosts, {})).body[0]).toEqual(post);
    expect(await areAttached(...four.map(({ url }) => url))).toEqual([true, true, true, true]);
  });

  test('can be a single picture in imageUrl', async () => {
    const ana = await community.current.member();
    const image = await uploadPicture(ana);
    const { body } = await createPost(ana, { imageUrl: image.url, imageAlt: 'A lake' });
    expect(body).toMatchObject({ imageUrl: image.url, imageAlt: 'A lake' });
    expect(body.images).toEqual([{ ...image, alt: 'A lake', isBlurred: false }]);
    expect((await createPost(ana, { imageUrl: image.url, images: [{ url: image.url }] })).status).toBe(400);
  });

  test('must be unused uploads of the member for posts', async () => {
    const [ana, eve] = [await community.current.member(), await community.current.member()];
    const image = await uploadPicture(ana);
    expect((await expectRejected(eve, [{ url: image.url }])).type).toContain('feed.picture_not_found');
    await expectRejected(ana, [{ url: 'https://elsewhere.test/a.png' }]);
    await expectRejected(ana, [{ url: '/media/x' }]);
    await expectRejected(ana, [{ url: image.url }, { url: image.url }]);
    await expectRejected(ana, [{ url: image.url, alt: 'a'.repeat(501) }]);
    await expectRejected(ana, [{ url: image.url, width: 9_000 }]);
    await expectRejected(
      ana,
      Array.from({ length: 5 }, () => ({ url: image.url })),
    );
    const cover = await upload<UploadedImage>(
      await community.current.member({ role: 'admin' }),
      '/api/uploads/covers',
      { name: 'a.png', bytes: await noise(50, 50).png().toBuffer() },
      'file',
    );
    await expectRejected(ana, [{ url: cover.body.url }]);
    expect(await areAttached(image.url)).toEqual([false]);
    expect((await createPost(ana, { images: [{ url: image.url }] })).status).toBe(201);
    // A picture in use cannot be attached to another post.
    expect((await expectRejected(ana, [{ url: image.url }])).type).toContain('feed.picture_not_found');
  });

  test('can be removed or described again by an edit, but not added', async () => {
    const ana = await community.current.member();
    const [one, two, three] = [await uploadPicture(ana), await uploadPicture(ana), await uploadPicture(ana)];
    const { body: post } = await createPost(ana, {
      images: [
        { url: one.url, alt: 'One' },
        { url: two.url, alt: 'Two' },
      ],
    });
    const edit = (fields: object) =>
      ana.send<Post>('PUT', `/api/posts/${post.id}`, { body: { content: 'Look again', ...fields } });
    expect((await edit({})).body.images).toEqual(post.images);
    const editResponse = await edit({ images: [{ url: two.url, alt: 'Two, in the rain', isBlurred: true }] });
    expect(editResponse.body.images).toEqual([{ ...two, alt: 'Two, in the rain', isBlurred: true }]);
    expect(editResponse.body).toMatchObject({ imageUrl: two.url, imageAlt: 'Two, in the rain' });
    // Omitted fields of a picture keep their values.
    expect((await edit({ images: [{ url: two.url }] })).body.images).toEqual(editResponse.body.images);
    expect((await edit({ images: [{ url: two.url, alt: null }] })).body.images).toEqual([
      { ...two, alt: null, isBlurred: true },
    ]);
    expect(await areAttached(one.url, two.url)).toEqual([false, true]);
    expect((await edit({ images: [{ url: three.url }] })).status).toBe(400);
    expect((await edit({ images: [{ url: one.url }] })).status).toBe(400);
    expect((await edit({ images: [] })).body).toMatchObject({ images: [], imageUrl: null, imageAlt: null });
    expect(await areAttached(two.url)).toEqual([false]);
  });

  test('are deleted with the post, except reported ones', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const [reportedPicture, otherPicture] = [await uploadPicture(ana), await uploadPicture(ana)];
    const reportedPost = (await createPost(ana, { images: [{ url: reportedPicture.url, alt: 'A wall' }] })).body;
    const otherPost = (await createPost(ana, { images: [{ url: otherPicture.url }] })).body;
    const report = { subjectType: 'post', subjectId: reportedPost.id, reason: 'other' } as const;
    expect((await ben.call(createReport, { body: report })).status).toBe(201);
    for (const { id } of [reportedPost, otherPost]) await ana.call(contract.deletePost, { params: { id } });
    expect(await areAttached(reportedPicture.url, otherPicture.url)).toEqual([true, false]);
  });
});

describe('moderators', () => {
  test('see the pictures of a post, their descriptions, and the options of its poll', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const moderator = await community.current.member({ role: 'manager' });
    const image = await uploadPicture(ana);
    const { body: post } = await createPost(ana, {
      images: [{ url: image.url, alt: 'Unkind words' }],
      poll: { options: ['This', 'That'], days: 1 },
    });
    const body = { subjectType: 'post', subjectId: post.id, reason: 'harassment' } as const;
    await ben.call(createReport, { body });
    const { id } = (await moderator.call(listCases, {})).body.find(({ subjectId }) => subjectId === post.id)!;
    const { reports, around } = (await moderator.call(getCase, { params: { id } })).body;
    const expected = { photos: [{ url: image.url, alt: 'Unkind words' }], options: ['This', 'That'] };
    expect(reports[0]?.quotes[0]).toMatchObject(expected);
    expect(around[0]).toMatchObject(expected);
  });
});

describe('a picture that is reported while its post is deleted', () => {
  test.for([
    ['before', (reporter: Member) => sql`SELECT FROM ${users} WHERE id = ${reporter.id} FOR UPDATE`],
    ['after', () => sql`LOCK TABLE ${idempotencyKeys} IN SHARE MODE`],
  ] as const)('stays for moderators if it is released %s the report references it', async ([, lockSql]) => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const image = await uploadPicture(ana);
    const { body: post } = await createPost(ana, { images: [{ url: image.url, alt: 'Unkind words' }] });
    const body = { subjectType: 'post', subjectId: post.id, reason: 'harassment' };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
    const lockTransaction = community.current.db.transaction(async (tx) => {
      await tx.execute(lockSql(ben));
      markLocked();
      await released;
    });
    await locked;
    const report = ben.send('POST', '/api/reports', { body, headers: { 'idempotency-key': randomUUID() } });
    await waitForLockWaiters(community.current);
    let isDeleted = false;
    const deletion = ana.call(contract.deletePost, { params: { id: post.id } }).finally(() => (isDeleted = true));
    await expect.poll(async () => isDeleted || (await countWaiting()) === 2).toBe(true);
    release();
    await lockTransaction;
    expect([(await report).status, (await deletion).status]).toEqual([201, 204]);
    expect(await areAttached(image.url)).toEqual([true]);
  });
});

describe('an event in a post', () => {
  const walk = { title: 'A walk', timeZone: 'UTC', maxAttendees: 1 };

  test('contains the reader’s own attendance, and becomes null after a deletion', async () => {
    const admin = await community.current.member({ role: 'admin' });
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const event = (await admin.call(createEvent, { body: { ...walk, eventDate: tomorrow() } })).body;
    const { body: post } = await createPost(ana, { eventId: event.id });
    expect(post.event).toMatchObject({
      id: event.id,
      title: 'A walk',
      eventDate: event.eventDate,
      going: 0,
      mine: null,
    });
    await ben.call(answerEvent, { params: { id: event.id }, body: { going: true } });
    await ana.call(answerEvent, { params: { id: event.id }, body: { going: true } });
    const postFor = async (reader: Member) => (await reader.call(contract.getPost, { params: { id: post.id } })).body;
    expect((await postFor(ben)).event).toMatchObject({ going: 1, mine: 'going' });
    expect((await postFor(ana)).event).toMatchObject({ going: 1, mine: 'waiting' });
    await admin.call(deleteEvent, { params: { id: event.id } });
    expect(await postFor(ben)).toMatchObject({ eventId: event.id, event: null });
  });

  test('cannot be a past event', async () => {
    const admin = await community.current.member({ role: 'admin' });
    const pastEvent = (await admin.call(createEvent, { body: { ...walk, eventDate: '2020-01-01T10:00:00Z' } })).body;
    for (const eventId of [pastEvent.id, crypto.randomUUID()]) {
      const { status, body } = await createPost(admin, { eventId });
      expect(status).toBe(400);
      expect((body as unknown as Problem).type).toContain('feed.event_not_found');
    }
    expect(await community.current.db.$count(posts)).toBeGreaterThan(0);
  });
});
