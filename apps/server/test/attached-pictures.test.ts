import { randomUUID } from 'node:crypto';
import { createEvent, deleteEvent, updateEvent } from '@commons/contract/events/schemas';
import * as library from '@commons/contract/library/schemas';
import { type UploadedImage, uploadCover, uploadImage } from '@commons/contract/media/schemas';
import * as meditations from '@commons/contract/meditations/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaFiles } from '../src/platform/media/media.tables.ts';
import { type Member, setUpCommunity } from './community.ts';
import { fetchAnonymously, noise, upload } from './pictures.ts';
import { expectProblem } from './problems.ts';

const community = setUpCommunity();
let bytes: Buffer;
let admin: Member;
let other: Member;
beforeAll(async () => {
  bytes = await noise(600, 1_200).jpeg().toBuffer();
  [admin, other] = [
    await community.current.member({ role: 'admin' }),
    await community.current.member({ role: 'admin' }),
  ];
});

const walk = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z' };
const rain = { title: 'Rain', description: '' };

/** The kinds of items that admins add with an uploaded picture. */
const kinds = [
  {
    name: 'book',
    address: uploadCover.path,
    field: 'imageUrl',
    code: 'library.cover_not_uploaded',
    create: (by: Member, imageUrl: string) => by.call(library.createBook, { body: { title: 'Calm', imageUrl } }),
    change: (by: Member, id: string, imageUrl: string) =>
      by.call(library.updateBook, { params: { id }, body: { title: 'Calm', imageUrl } }),
    remove: (by: Member, id: string) => by.call(library.deleteBook, { params: { id } }),
  },
  {
    name: 'podcast',
    address: uploadCover.path,
    field: 'albumCoverUrl',
    code: 'library.cover_not_uploaded',
    create: (by: Member, albumCoverUrl: string) =>
      by.call(library.createPodcast, { body: { title: 'Calm', albumCoverUrl } }),
    change: (by: Member, id: string, albumCoverUrl: string) =>
      by.call(library.updatePodcast, { params: { id }, body: { title: 'Calm', albumCoverUrl } }),
    remove: (by: Member, id: string) => by.call(library.deletePodcast, { params: { id } }),
  },
  {
    name: 'meditation',
    address: uploadCover.path,
    field: 'albumCoverUrl',
    code: 'meditations.cover_not_uploaded',
    create: (by: Member, albumCoverUrl: string) =>
      by.call(meditations.createMeditation, {
        body: { ...rain, audioUrl: 'https://sounds.test/rain.mp3', albumCoverUrl },
      }),
    change: (by: Member, id: string, albumCoverUrl: string) =>
      by.call(meditations.updateMeditation, { params: { id }, body: { ...rain, albumCoverUrl } }),
    remove: (by: Member, id: string) => by.call(meditations.deleteMeditation, { params: { id } }),
  },
  {
    name: 'event',
    address: uploadImage.path,
    field: 'imageUrl',
    code: 'events.picture_not_found',
    create: (by: Member, imageUrl: string) => by.call(createEvent, { body: { ...walk, imageUrl } }),
    change: (by: Member, id: string, imageUrl: string) =>
      by.call(updateEvent, { params: { id }, body: { ...walk, imageUrl } }),
    remove: (by: Member, id: string) => by.call(deleteEvent, { params: { id } }),
  },
] as const;

const uploadTo = async (address: string, by = admin) =>
  (await upload<UploadedImage>(by, address, { name: 'a.jpg', bytes }, 'file')).body.url;

/** Returns whether the files of pictures are in use. */
async function areAttached(...urls: string[]): Promise<boolean[]> {
  const rows = await community.current.db.select().from(mediaFiles);
  return urls.map((url) => rows.find(({ id }) => url.includes(id))?.attachedAt != null);
}

describe.for(kinds)('the picture of a $name', ({ address, field, code, create, change, remove }) => {
  test('is in use until another admin replaces it, or until its item is deleted', async () => {
    const [first, second] = [await uploadTo(address), await uploadTo(address, other)];
    expect(await areAttached(first, second)).toEqual([false, false]);
    const { status, body } = await create(admin, first);
    expect([status, body]).toMatchObject([201, { [field]: first }]);
    expect(await areAttached(first, second)).toEqual([true, false]);
    expect((await change(other, body.id, first)).body).toMatchObject({ [field]: first });
    expect((await change(other, body.id, second)).body).toMatchObject({ [field]: second });
    expect(await areAttached(first, second)).toEqual([false, true]);
    await remove(admin, body.id);
    expect(await areAttached(first, second)).toEqual([false, false]);
    expect((await fetchAnonymously(community.current.server, second)).status).toBe(404);
  });

  test('must be an unused upload of the admin for this purpose', async () => {
    const usedPicture = await uploadTo(address);
    await create(admin, usedPicture);
    const external = 'https://pictures.test/a.webp';
    const { id } = (await create(admin, external)).body;
    const unsuitableUrls = [
      await uploadTo(address, other),
      usedPicture,
      await uploadTo(address === uploadCover.path ? uploadImage.path : uploadCover.path),
      `/media/${randomUUID()}-full.webp`,
    ];
    for (const url of unsuitableUrls)
      for (const rejection of [await create(admin, url), await change(admin, id, url)])
        expect(expectProblem(rejection, 400, code).errors).toMatchObject([{ path: field }]);
    expect((await change(admin, id, external)).body).toMatchObject({ [field]: external });
  });

  test('is used once if two items are added with it at the same time', async () => {
    const url = await uploadTo(address);
    const responses = await Promise.all([create(admin, url), create(admin, url)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 400]));
  });
});

test('a cover is resized, and has a small size', async () => {
  const { body: cover } = await upload<UploadedImage>(admin, uploadCover.path, { name: 'a.jpg', bytes }, 'file');
  expect([cover.width, cover.height]).toEqual([512, 1_024]);
  const small = await fetchAnonymously(community.current.server, cover.url.replace('full', 'card'));
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp']);
});
