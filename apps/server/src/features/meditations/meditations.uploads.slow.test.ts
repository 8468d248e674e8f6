import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Meditation } from '@commons/contract/meditations/schemas';
import * as contract from '@commons/contract/meditations/schemas';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { fetchAnonymously, formBody, noise } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { aac, meditationForm, mp3, wav } from '../../../test/sounds.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';

const community = setUpCommunity();
const address = contract.uploadMeditation.path;
let admin: Member;
let uploadFolder: string;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
  uploadFolder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-uploads-'));
  vi.stubEnv('TMPDIR', uploadFolder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(uploadFolder, { recursive: true, force: true });
});

const listRows = () => community.current.db.select().from(mediaFiles);
const listMeditations = async () => (await admin.call(contract.listMeditations, { query: { limit: 100 } })).body;
const listStoredFiles = async () => {
  const folder = path.join(community.current.dataDirectory, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const collectOrphans = () => community.current.jobs.find(({ name }) => name === 'orphaned-media')!.run();
/** Simulates that a day passes and collects unused files. */
const collectAfterADay = async () => {
  await community.current.db.update(mediaFiles).set({ createdAt: new Date(0) });
  await collectOrphans();
};
const bytesReceived = async () => {
  const entries = await readdir(uploadFolder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((file) => stat(path.join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
};
const listLeftovers = async () => [
  ...(await listRows()),
  ...(await listStoredFiles()),
  ...(await readdir(uploadFolder)),
];

// Removes everything after each test.
afterEach(async () => {
  for (const { id } of await listMeditations()) await admin.call(contract.deleteMeditation, { params: { id } });
  await collectAfterADay();
});

const upload = async (form: FormData, headers: Record<string, string> = {}) => {
  const { body, headers: formHeaders } = await formBody(form);
  return admin.send<Meditation>('POST', address, { body, headers: { ...formHeaders, ...headers } });
};
const cover = () => noise(300, 200).jpeg().toBuffer();
const fetchMedia = (url: string, headers?: Record<string, string>) =>
  fetchAnonymously(community.current.server, url, headers);

describe('an uploaded meditation', () => {
  test('has the duration of its file, not of the form, and plays the upload', async () => {
    const sound = mp3(75);
    const response = await upload(meditationForm(sound, { coverFile: await cover(), duration: '900' }));
    expect(response).toMatchObject({
      status: 201,
      body: { title: 'Rain on a tent', description: 'Lie down. Listen.', duration: 75, can: { edit: true } },
    });
    expect(response.body.audioUrl).toMatch(/^\/media\/[0-9a-f-]{36}-audio\.mp3$/);
    const { status, headers, bytes } = await fetchMedia(response.body.audioUrl);
    expect([status, bytes.equals(sound)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(sound.length),
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
    });
    const coverUrl = response.body.albumCoverUrl!;
    for (const [url, side] of [
      [coverUrl, 1_024],
      [coverUrl.replace('-full', '-card'), 512],
    ] as const)
      expect(await sharp((await fetchMedia(url)).bytes).metadata()).toMatchObject({
        format: 'webp',
        width: side,
        height: side,
      });
  });

  test('keeps its own audio file', async () => {
    const [one, other] = [await upload(meditationForm(mp3(60))), await upload(meditationForm(wav(60)))];
    const bytes = await Promise.all([one, other].map(async ({ body }) => (await fetchMedia(body.audioUrl)).bytes));
    expect(bytes[0]!.equals(bytes[1]!)).toBe(false);
  });

  test('accepts an external cover, but an uploaded cover takes precedence', async () => {
    const albumCoverUrl = 'https://pictures.test/cover.webp';
    expect((await upload(meditationForm(aac(60), { albumCoverUrl }))).body.albumCoverUrl).toBe(albumCoverUrl);
    expect((await upload(meditationForm(aac(60), { albumCoverUrl: '' }))).body.albumCoverUrl).toBeNull();
    const both = await upload(meditationForm(aac(60), { albumCoverUrl, coverFile: await cover() }));
    expect(both.body.albumCoverUrl).toMatch(/^\/media\//);
  });

  test('can change its audio to a file, an external address with a duration, and a file again', async () => {
    const { id, audioUrl: first } = (await upload(meditationForm(aac(60)))).body;
    const params = { id };
    const texts = { title: 'Rain', description: '' };
    const replace = async (sound: Buffer) =>
      admin.send<Meditation>('POST', `/api/meditations/${id}/audio`, await formBody(meditationForm(sound)));

    expect(await replace(mp3(70))).toMatchObject({ status: 200, body: { title: 'Rain on a tent', duration: 70 } });
    await collectAfterADay();
    expect((await listStoredFiles()).map((name) => name.slice(37))).toEqual(['audio.mp3']);

    // The given duration is ignored for an uploaded file.
    const keptFile = await admin.call(contract.updateMeditation, { params, body: { ...texts, duration: 600 } });
    expect(keptFile.body).toMatchObject({ title: 'Rain', duration: 70 });
    const audioUrl = 'https://sounds.test/rain.mp3';
    const externalAudio = await admin.call(contract.updateMeditation, {
      params,
      body: { ...texts, audioUrl, duration: 600 },
    });
    expect(externalAudio.body).toMatchObject({ audioUrl, duration: 600 });
    const longer = await admin.call(contract.updateMeditation, { params, body: { ...texts, duration: 660 } });
    expect(longer.body).toMatchObject({ audioUrl, duration: 660 });
    await collectAfterADay();
    expect(await listStoredFiles()).toEqual([]);

    const reused = await admin.call(contract.updateMeditation, { params, body: { ...texts, audioUrl: first } });
    expectProblem(reused, 400, 'meditations.audio_not_here');
    expectProblem(await replace(mp3(59)), 400, 'audio.wrong_length');
    expectProblem(await replace(Buffer.from('no sound')), 415, 'audio.not_audio');
    expect((await admin.call(contract.getMeditation, { params })).body).toMatchObject({ audioUrl, duration: 660 });
    expect(await replace(wav(80))).toMatchObject({ status: 200, body: { duration: 80 } });
  });

  test('releases its files when it is deleted, and its cover when it is replaced', async () => {
    const { id } = (await upload(meditationForm(aac(60), { coverFile: await cover() }))).body;
    await collectAfterADay();
    expect(await listStoredFiles()).toHaveLength(3);
    const texts = { title: 'Rain', description: '' };
    await admin.call(contract.updateMeditation, { params: { id }, body: texts });
    await collectAfterADay();
    expect(await listStoredFiles()).toHaveLength(3);
    await admin.call(contract.updateMeditation, {
      params: { id },
      body: { ...texts, albumCoverUrl: 'https://pictures.test/a.webp' },
    });
    await collectAfterADay();
    expect((await listStoredFiles()).map((name) => name.slice(37))).toEqual(['audio.aac']);
    await admin.call(contract.deleteMeditation, { params: { id } });
    await collectAfterADay();
    expect(await listStoredFiles()).toEqual([]);
  });
});

describe('an upload that is rejected leaves no files', () => {
  test.for<[name: string, makeForm: () => FormData | Promise<FormData>, status: number, code: string]>([
    ['a form without audio', () => meditationForm(Buffer.alloc(0)), 400, 'audio.no_file'],
    ['a picture as audio', async () => meditationForm(await cover()), 415, 'audio.not_audio'],
    ['audio shorter than a minute', () => meditationForm(aac(58)), 400, 'audio.wrong_length'],
    ['audio longer than four hours', () => meditationForm(aac(4 * 3_600 + 60)), 400, 'audio.wrong_length'],
    ['no title', () => meditationForm(aac(60), { title: '' }), 400, 'request.invalid'],
    ['an unknown field', () => meditationForm(aac(60), { addedById: 'me' }), 400, 'request.invalid'],
    [
      'an external cover without HTTPS',
      () => meditationForm(aac(60), { albumCoverUrl: 'http://a.test' }),
      400,
      'request.invalid',
    ],
    [
      'a cover that is not a picture',
      () => meditationForm(aac(60), { coverFile: Buffer.from('<svg>') }),
      415,
      'media.not_an_image',
    ],
    ['audio as cover', () => meditationForm(aac(60), { coverFile: aac(60) }), 415, 'media.not_an_image'],
    [
      'audio of more than 50 MB',
      () => meditationForm(Buffer.concat([mp3(60), Buffer.alloc(50 * 1024 * 1024)])),
      413,
      'audio.too_large',
    ],
    [
      'a cover of more than 10 MB',
      async () => meditationForm(aac(60), { coverFile: Buffer.concat([await cover(), randomBytes(10 * 1024 * 1024)]) }),
      413,
      'media.too_large',
    ],
  ])('%s', async ([, makeForm, status, code]) => {
    expectProblem(await upload(await makeForm()), status, code);
    expect(await listMeditations()).toEqual([]);
    expect(await listLeftovers()).toEqual([]);
  });

  test('two audio files, or a repeated field', async () => {
    const twice = meditationForm(aac(60));
    twice.append('audioFile', new File([new Uint8Array(aac(60))], 'b.aac'));
    expectProblem(await upload(twice), 400, 'media.several_files');
    const title = meditationForm(aac(60));
    title.append('title', 'Another');
    expectProblem(await upload(title), 400, 'request.malformed');
    expect(await listLeftovers()).toEqual([]);
  });

  test('an upload that is interrupted at any point', async () => {
    const { body, headers } = await formBody(meditationForm(wav(120), { coverFile: await cover() }));
    const { port } = new URL(await community.current.listen());
    for (const fraction of [0.001, 0.5, 0.999]) {
      const responseClosed = new Promise<void>((resolve) => {
        community.current.server.server.once('request', (_request, response) =>
          response.once('close', () => resolve()),
        );
      });
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST ${address} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${admin.cookie}\r\n` +
          `Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      const sentBytes = body.subarray(0, Math.floor(body.length * fraction));
      await new Promise<void>((resolve) => socket.write(sentBytes, () => resolve()));
      socket.destroy();
      await responseClosed;
    }
    await expect.poll(listLeftovers).toEqual([]);
    expect(await listMeditations()).toEqual([]);
  });

  test('an upload that is canceled while its audio is being analyzed', async () => {
    const { body, headers } = await formBody(meditationForm(mp3(1_200)));
    const { port } = new URL(await community.current.listen());
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${address} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${admin.cookie}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    // The upload is complete. The screen shows "Reading the file..." and can still cancel.
    await expect.poll(bytesReceived).toBe(mp3(1_200).length);
    socket.destroy();
    await expect.poll(() => readdir(uploadFolder)).toEqual([]);
    expect(await listMeditations()).toEqual([]);
    await expect.poll(listLeftovers).toEqual([]);
  });
});

test('seeking in a file of 50 MB does not load the whole file into memory', async () => {
  const sound = Buffer.concat([mp3(600), Buffer.alloc(49 * 1024 * 1024 - mp3(600).length)]);
  sound.writeUInt32BE(0xc0ffee, 30_000_000);
  const { audioUrl } = (await upload(meditationForm(sound))).body;
  const url = `${await community.current.listen()}${audioUrl}`;
  const fraction = await fetch(url, { headers: { range: 'bytes=30000000-30000003' } });
  expect([fraction.status, fraction.headers.get('content-range'), fraction.headers.get('content-type')]).toEqual([
    206,
    `bytes 30000000-30000003/${sound.length}`,
    'audio/mpeg',
  ]);
  expect(Buffer.from(await fraction.arrayBuffer()).readUInt32BE()).toBe(0xc0ffee);
  const beyond = await fetch(url, { headers: { range: `bytes=${sound.length}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${sound.length}`]);

  // Players request the rest of the file and then stop reading. Such a request must buffer only a small part.
  const before = process.memoryUsage();
  const open = await Promise.all(
    Array.from({ length: 10 }, (_, index) => fetch(url, { headers: { range: `bytes=${index * 1_000}-` } })),
  );
  expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 206));
  const after = process.memoryUsage();
  const growth = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
  expect(growth).toBeLessThan(40 * 1024 * 1024);
  await Promise.all(open.map(({ body }) => body!.cancel()));
});
