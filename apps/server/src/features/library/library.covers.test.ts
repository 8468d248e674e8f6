import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/library/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import { beforeAll, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';

const community = setUpCommunity();
let admin: Member;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await noise(600, 1_200).jpeg().toBuffer();
  admin = await community.current.member({ role: 'admin' });
});

const uploadTo = (path: string, by = admin) => upload<UploadedImage>(by, path, { name: 'a.jpg', bytes }, 'file');
const uploadCover = async (by = admin) => (await uploadTo('/api/uploads/covers', by)).body;
const addBook = async (imageUrl: string | null, by = admin) =>
  by.call(contract.createBook, { body: { title: 'Wintering', imageUrl } });
const attachedCovers = async () => {
  const rows = await community.current.db.select().from(mediaFiles);
  return rows.filter(({ attachedAt }) => attachedAt !== null).map(({ id }) => `/media/${id}-full.webp`);
};

test('an uploaded cover is resized and attached to the book that uses it', async () => {
  const cover = await uploadCover();
  expect([cover.width, cover.height]).toEqual([512, 1_024]);
  expect(await attachedCovers()).not.toContain(cover.url);
  expect((await addBook(cover.url)).body.imageUrl).toBe(cover.url);
  expect(await attachedCovers()).toContain(cover.url);
  const smallCover = await community.current.server.inject({ url: cover.url.replace('full', 'card') });
  expect([smallCover.statusCode, smallCover.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('a cover stays if a change omits or repeats it, and is deleted with its book', async () => {
  const [one, other] = [await uploadCover(), await uploadCover()];
  const { id } = (await addBook(one.url)).body;
  const change = (imageUrl?: string | null) =>
    admin.call(contract.updateBook, {
      params: { id },
      body: { title: 'Winter', ...(imageUrl !== undefined && { imageUrl }) },
    });
  expect((await change()).body.imageUrl).toBe(one.url);
  expect((await change(one.url)).body.imageUrl).toBe(one.url);
  expect(await attachedCovers()).toContain(one.url);
  expect((await change(other.url)).body.imageUrl).toBe(other.url);
  const attached = await attachedCovers();
  expect([attached.includes(one.url), attached.includes(other.url)]).toEqual([false, true]);
  await admin.call(contract.deleteBook, { params: { id } });
  expect(await attachedCovers()).not.toContain(other.url);
});

test('a cover must be an unused upload of the admin for covers', async () => {
  const foreignCover = await uploadCover(await community.current.member({ role: 'admin' }));
  const usedCover = await uploadCover();
  await addBook(usedCover.url);
  const photo = (await uploadTo('/api/uploads/images')).body;
  for (const url of [foreignCover.url, usedCover.url, photo.url, `/media/${randomUUID()}-full.webp`]) {
    const problem = expectProblem(await addBook(url), 400, 'library.cover_not_uploaded');
    expect(problem.errors).toMatchObject([{ path: 'imageUrl' }]);
  }
  const podcast = await admin.call(contract.createPodcast, { body: { title: 'Rain', albumCoverUrl: usedCover.url } });
  expect(expectProblem(podcast, 400, 'library.cover_not_uploaded').errors).toMatchObject([{ path: 'albumCoverUrl' }]);
});
