import { randomUUID } from 'node:crypto';
import type { UploadedImage } from '@commons/contract/media/schemas';
import * as contract from '@commons/contract/meditations/schemas';
import { beforeAll, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';

const community = setUpCommunity();
let admin: Member;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await noise(600, 600).jpeg().toBuffer();
  admin = await community.current.member({ role: 'admin' });
});

const uploadTo = async (path: string, by = admin) =>
  (await upload<UploadedImage>(by, path, { name: 'a.jpg', bytes }, 'file')).body.url;
const uploadCover = (by = admin) => uploadTo('/api/uploads/covers', by);
const bodyWith = (albumCoverUrl: string) => ({
  title: 'Rain on a tent',
  audioUrl: 'https://sounds.test/rain.mp3',
  albumCoverUrl,
});
const add = (cover: string, by = admin) => by.call(contract.createMeditation, { body: bodyWith(cover) });
const change = (id: string, albumCoverUrl: string | null) =>
  admin.call(contract.updateMeditation, { params: { id }, body: { title: 'Rain', description: '', albumCoverUrl } });
const countMeditations = async () =>
  (await admin.call(contract.listMeditations, { query: { limit: 100 } })).body.length;
const attachedCovers = async () => {
  const rows = await community.current.db.select().from(mediaFiles);
  return rows.filter(({ attachedAt }) => attachedAt !== null).map(({ id }) => `/media/${id}-full.webp`);
};

/** Returns invalid covers: another admin's, a used one, a post picture, and an unknown one. */
const invalidCovers = async (usedCover: string) => [
  await uploadCover(await community.current.member({ role: 'admin' })),
  usedCover,
  await uploadTo('/api/uploads/images'),
  `/media/${randomUUID()}-full.webp`,
];

test('a meditation with external audio keeps its uploaded cover until it is deleted', async () => {
  const cover = await uploadCover();
  expect(await attachedCovers()).not.toContain(cover);
  const { status, body } = await add(cover);
  expect([status, body.albumCoverUrl]).toEqual([201, cover]);
  expect(await attachedCovers()).toContain(cover);
  await admin.call(contract.deleteMeditation, { params: { id: body.id } });
  expect(await attachedCovers()).not.toContain(cover);
});

test('a meditation with an invalid cover is rejected', async () => {
  const usedCover = await uploadCover();
  await add(usedCover);
  const [before, points] = [await countMeditations(), (await community.current.findUser(admin.id))!.mindfulnessScore];
  for (const cover of await invalidCovers(usedCover)) {
    const problem = expectProblem(await add(cover), 400, 'meditations.cover_not_uploaded');
    expect(problem.errors).toMatchObject([{ path: 'albumCoverUrl' }]);
  }
  expect(await countMeditations()).toBe(before);
  expect((await community.current.findUser(admin.id))!.mindfulnessScore).toBe(points);
});

test('of two meditations added at once with one cover, one is rejected', async () => {
  const cover = await uploadCover();
  const responses = await Promise.all([add(cover), add(cover)]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 400]));
});

test('a retry with the same key returns the existing meditation with its cover', async () => {
  const body = bodyWith(await uploadCover());
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => admin.send<{ id: string }>('POST', contract.createMeditation.path, { body, headers });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
});

test('changing the cover attaches the new upload and releases the old one', async () => {
  const [one, other] = [await uploadCover(), await uploadCover()];
  const { id } = (await add('https://pictures.test/rain.webp')).body;
  expect((await change(id, one)).body.albumCoverUrl).toBe(one);
  expect((await change(id, one)).body.albumCoverUrl).toBe(one);
  for (const cover of (await invalidCovers(one)).filter((cover) => cover !== one))
    expectProblem(await change(id, cover), 400, 'meditations.cover_not_uploaded');
  const another = (await add('https://pictures.test/sea.webp')).body;
  expectProblem(await change(another.id, one), 400, 'meditations.cover_not_uploaded');
  expect((await change(id, other)).body.albumCoverUrl).toBe(other);
  const attached = await attachedCovers();
  expect([attached.includes(one), attached.includes(other)]).toEqual([false, true]);
});
