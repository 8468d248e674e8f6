import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CurrentUser } from '@commons/contract/auth/schemas';
import { type UploadedImage, uploadImage, uploadProfilePhoto } from '@commons/contract/media/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { eq, sql } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import {
  fetchAnonymously,
  formBody,
  hostileFiles,
  noise,
  type PictureFile,
  upload,
  withPngChunk,
  zipBomb,
} from '../../../test/pictures.ts';
import { mediaFiles } from './media.tables.ts';

const community = setUpCommunity();

const uploadPhoto = (member: Member, file: PictureFile) => upload<CurrentUser>(member, uploadProfilePhoto.path, file);
const uploadPicture = (member: Member, file: PictureFile) => upload<UploadedImage>(member, uploadImage.path, file);
const uploadForProblem = (address: string, member: Member, file: PictureFile) => upload<Problem>(member, address, file);

const fetchMedia = (url: string) => fetchAnonymously(community.current.server, url);

const storedFiles = async () => {
  const folder = path.join(community.current.dataDirectory, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const rows = () => community.current.db.select().from(mediaFiles);

/**
 * The temporary folder for uploads in progress. It belongs to this test file, so that tests can check it for remains.
 */
let uploadFolder: string;
const listUploadsInProgress = () => readdir(uploadFolder);
beforeAll(async () => {
  uploadFolder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-uploads-'));
  vi.stubEnv('TMPDIR', uploadFolder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(uploadFolder, { recursive: true, force: true });
});

const prefix = 'mindful-commons-upload-';
const collectOrphans = () => community.current.jobs.find(({ name }) => name === 'orphaned-media')!.run();

// Each test starts without stored files.
afterEach(async () => {
  await community.current.db.update(mediaFiles).set({ attachedAt: null, createdAt: new Date(0) });
  await collectOrphans();
});

/** Everything that a rejected upload might leave behind: rows, files and temporary files. */
const listRemains = async () => [...(await rows()), ...(await storedFiles()), ...(await listUploadsInProgress())];

/** A plain surface to combine with others. */
const solidColor = (background: string) => ({ create: { width: 100, height: 200, channels: 3 as const, background } });

/** The addresses of pictures in use. */
const listAttachedUrls = async () =>
  (await rows()).filter(({ attachedAt }) => attachedAt !== null).map(({ id }) => `/media/${id}-full.webp`);

/** Adds metadata with a location and an author to a picture. */
const withLocation = (picture: Sharp) =>
  picture.withExif({
    IFD0: { Make: 'Secret Camera', Artist: 'Ana Lund' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '69/1 38/1 57/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '18/1 57/1 18/1',
    },
  });

/** Starts an upload that announces more data than it sends. */
async function startUpload(member: Member, content: Buffer, promisedBytes: number) {
  const { port } = new URL(await community.current.listen());
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${uploadImage.path} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${member.cookie}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${promisedBytes}\r\n\r\n`,
  );
  socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  await new Promise<void>((resolve) => socket.write(content, () => resolve()));
  return socket;
}

const setAge = (id: string, interval: string) =>
  community.current.db
    .update(mediaFiles)
    .set({ createdAt: sql`now() - ${interval}::interval` })
    .where(eq(mediaFiles.id, id));
const idOf = (url: string) => url.slice('/media/'.length, -'-full.webp'.length);

describe('a profile photo', () => {
  test.for([
    ['JPG', (picture: Sharp) => picture.jpeg()],
    ['PNG', (picture: Sharp) => picture.png()],
    ['WebP', (picture: Sharp) => picture.webp()],
    ['GIF', (picture: Sharp) => picture.gif()],
  ] as const)('in %s becomes a square WebP and is visible to other members', async ([extension, encode]) => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const bytes = await encode(noise(240, 180)).toBuffer();
    const answer = await uploadPhoto(ana, { name: `me.${extension.toLowerCase()}`, bytes });
    expect(answer.status).toBe(200);
    const url = answer.body.profileImageUrl!;
    expect(url).toMatch(/^\/media\/[0-9a-f-]{36}-full\.webp$/);

    const { status, bytes: stored } = await fetchMedia(url);
    expect(status).toBe(200);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    const small = await fetchMedia(url.replace('-full', '-small'));
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 });
    const profile = await ben.send<{ profileImageUrl: string }>('GET', `/api/users/${ana.id}`);
    expect(profile.body.profileImageUrl).toBe(url);
  });

  test('is cropped to the middle of the picture', async () => {
    const ana = await community.current.member();
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#00ff00' } })
      .composite([
        { input: solidColor('#ff0000'), left: 0, top: 0 },
        { input: solidColor('#0000ff'), left: 300, top: 0 },
      ])
      .png()
      .toBuffer();
    const { profileImageUrl } = (await uploadPhoto(ana, { name: 'wide.png', bytes })).body;
    const { dominant } = await sharp((await fetchMedia(profileImageUrl!)).bytes).stats();
    expect(dominant.g).toBeGreaterThan(200);
    expect(dominant.r + dominant.b).toBeLessThan(60);
  });

  test('is released when it is replaced or removed', async () => {
    const ana = await community.current.member();
    const bytes = await noise(200, 200).png().toBuffer();
    const first = (await uploadPhoto(ana, { name: 'one.png', bytes })).body.profileImageUrl!;
    const second = (await uploadPhoto(ana, { name: 'two.png', bytes })).body.profileImageUrl!;
    expect(second).not.toBe(first);
    expect(await listAttachedUrls()).toEqual([second]);
    expect((await ana.send<CurrentUser>('DELETE', uploadProfilePhoto.path)).body.profileImageUrl).toBeNull();
    expect(await listAttachedUrls()).toEqual([]);
  });

  test('uploaded ten times at once leaves only the visible photo in use', async () => {
    const ana = await community.current.member();
    const bytes = await noise(100, 100).png().toBuffer();
    await Promise.all(Array.from({ length: 10 }, () => uploadPhoto(ana, { name: 'me.png', bytes })));
    const attached = (await rows()).filter(({ attachedAt }) => attachedAt !== null);
    expect(attached.map(({ id }) => `/media/${id}-full.webp`)).toEqual([
      (await community.current.findUser(ana.id))!.profileImageUrl,
    ]);
  });
});

describe('a picture for a post', () => {
  test('keeps its aspect ratio, in a card size and a full size', async () => {
    const ana = await community.current.member();
    const bytes = await sharp({ create: { width: 2_200, height: 1_100, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const answer = await uploadPicture(ana, { name: 'sea.jpg', bytes, type: 'image/jpeg' });
    expect(answer).toMatchObject({ status: 201, body: { width: 2_048, height: 1_024 } });
    const card = await fetchMedia(answer.body.url.replace('-full', '-card'));
    expect(await sharp(card.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_280, height: 640 });
    expect(await rows()).toMatchObject([{ ownerId: ana.id, kind: 'image', width: 2_048, attachedAt: null }]);
  });

  test('is not enlarged', async () => {
    const ana = await community.current.member();
    const answer = await uploadPicture(ana, { name: 'small.png', bytes: await noise(40, 30).png().toBuffer() });
    expect(answer.body).toMatchObject({ width: 40, height: 30 });
  });
});

describe('privacy of a picture', () => {
  test.for([uploadProfilePhoto.path, uploadImage.path])('location and author are removed (%s)', async (address) => {
    const ana = await community.current.member();
    const bytes = await withLocation(noise(64, 48).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret</x:xmpmeta>'))
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    expect(bytes.includes('Secret Camera')).toBe(true);

    expect((await upload(ana, address, { name: 'me.jpg', bytes })).status).toBeLessThan(300);
    const [{ id } = { id: '' }] = await rows();
    for (const size of address === uploadImage.path ? ['full', 'card'] : ['full', 'small']) {
      const { bytes: stored } = await fetchMedia(`/media/${id}-${size}.webp`);
      const { exif, xmp, iptc, icc } = await sharp(stored).metadata();
      expect({ exif, xmp, iptc, icc }).toEqual({});
      // Shorter words could occur by chance in the noise.
      for (const secret of ['Secret', 'Ana Lund', 'xmpmeta']) expect(stored.includes(secret)).toBe(false);
    }
  });

  test('orientation is applied before its metadata is removed', async () => {
    const ana = await community.current.member();
    const bytes = await noise(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const answer = await uploadPicture(ana, { name: 'held upright.jpg', bytes });
    expect(answer.body).toMatchObject({ width: 200, height: 400 });
    const stored = await sharp((await fetchMedia(answer.body.url)).bytes).metadata();
    expect([stored.width, stored.height, stored.orientation]).toEqual([200, 400, undefined]);
  });

  test('addresses reveal neither name, owner nor time, and no other address', async () => {
    const ana = await community.current.member();
    const bytes = await noise(50, 50).png().toBuffer();
    const urls = [];
    for (const name of ['ana lund.png', '../../etc/passwd.png', 'x"; filename="y.html'])
      urls.push((await uploadPicture(ana, { name, bytes })).body.url);
    for (const url of urls)
      expect(url).toMatch(/^\/media\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17}-full\.webp$/);
    expect(new Set(urls).size).toBe(3);
  });
});

describe('rejects', () => {
  test('at least forty hostile files, each with a specific problem, and stores none', async () => {
    const ana = await community.current.member();
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(40);
    for (const { statuses, ...file } of files) {
      for (const address of [uploadProfilePhoto.path, uploadImage.path]) {
        const response = await uploadForProblem(address, ana, file);
        expect
          .soft([file.name, statuses.includes(response.status), response.status])
          .toEqual([file.name, true, response.status]);
        expect
          .soft([file.name, response.headers['content-type'], response.body.type])
          .toEqual([file.name, 'application/problem+json', expect.stringMatching(/^urn:problem:media\./)]);
        expect.soft(response.body.detail).toContain('Nothing was stored.');
      }
    }
    expect(await listRemains()).toEqual([]);
    expect((await community.current.findUser(ana.id))!.profileImageUrl).toBeNull();
  });

  test('a file of one byte more than 10 MB', async () => {
    const ana = await community.current.member();
    const bytes = Buffer.concat([await noise(50, 50).png().toBuffer(), Buffer.alloc(10 * 1024 * 1024 + 1)]);
    const tooLarge = await uploadForProblem(uploadImage.path, ana, {
      name: 'a.png',
      bytes: bytes.subarray(0, 10 * 1024 * 1024 + 1),
    });
    expect(tooLarge).toMatchObject({ status: 413, body: { type: 'urn:problem:media.too_large' } });
    expect(await listRemains()).toEqual([]);
    const largest = await uploadPicture(ana, { name: 'a.png', bytes: bytes.subarray(0, 10 * 1024 * 1024) });
    expect(largest.status).toBe(201);
  });

  test('a form without a file, with two files, with an empty one, or with text instead', async () => {
    const ana = await community.current.member();
    const picture = new File([new Uint8Array(await noise(50, 50).png().toBuffer())], 'a.png', { type: 'image/png' });
    const forms = {
      'media.no_file': [[], [['picture', picture]], [['file', new File([], 'a.png')]], [['file', 'a text']]],
      'media.several_files': [
        [
          ['file', picture],
          ['file', picture],
        ],
        [
          ['file', picture],
          ['other', picture],
        ],
      ],
    } as const;
    for (const [code, wrong] of Object.entries(forms)) {
      for (const parts of wrong) {
        const form = new FormData();
        for (const [name, value] of parts) form.append(name, value);
        const response = await ana.send<Problem>('POST', uploadImage.path, await formBody(form));
        expect([response.status, response.body.type]).toEqual([400, `urn:problem:${code}`]);
      }
    }
    expect(await listRemains()).toEqual([]);
  });

  test.for([
    ['application/json', '{}', 415],
    ['image/png', '\x89PNG', 415],
    ['text/plain', 'hello', 415],
    ['multipart/form-data', 'no boundary', 400],
    ['multipart/form-data; boundary=x', 'nothing with that boundary', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      400,
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
      400,
    ],
    ['multipart/form-data; boundary=x', '', 400],
  ] as const)('a body that is not a browser form: %s', async ([contentType, body, status]) => {
    const ana = await community.current.member();
    const response = await ana.send<Problem>('POST', uploadImage.path, {
      body,
      headers: { 'content-type': contentType },
    });
    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(await listRemains()).toEqual([]);
  });
});

describe('accepts', () => {
  test('a file with a wrong name and type, because only its content counts', async () => {
    const ana = await community.current.member();
    const bytes = await noise(50, 50).jpeg().toBuffer();
    const answer = await uploadPicture(ana, { name: 'page.html', bytes, type: 'text/html' });
    expect(answer.status).toBe(201);
    expect((await fetchMedia(answer.body.url)).headers['content-type']).toBe('image/webp');
  });

  test('a large photo that contains the signature of an archive or drawing by chance', async () => {
    const ana = await community.current.member();
    const width = 300;
    const pixels = Buffer.alloc(width * width * 3, 'PK\x03\x04<svg<!DOCTYPE plist ', 'latin1');
    const bytes = await sharp(pixels, { raw: { width, height: width, channels: 3 } })
      .png({ compressionLevel: 0, adaptiveFiltering: false })
      .toBuffer();
    expect(bytes.includes('PK\x03\x04<svg<!DOCTYPE')).toBe(true);
    expect((await uploadPicture(ana, { name: 'a.png', bytes })).status).toBe(201);
  });

  test('a picture with a compression bomb in its metadata, which is neither expanded nor kept', async () => {
    const ana = await community.current.member();
    const png = await noise(50, 50).png().toBuffer();
    const bomb = Buffer.concat([Buffer.from('x\0\0'), zipBomb()]);
    for (const type of ['zTXt', 'iCCP']) {
      const answer = await uploadPicture(ana, { name: 'a.png', bytes: withPngChunk(png, type, bomb) });
      expect(answer.status).toBe(201);
      expect((await fetchMedia(answer.body.url)).bytes.length).toBeLessThan(20_000);
    }
  });
});

describe('over the network', () => {
  test('an aborted upload leaves nothing behind', async () => {
    const ana = await community.current.member();
    const bytes = await noise(400, 400).png().toBuffer();
    for (const part of [0, 0.5, 1]) {
      const requestClosed = new Promise<void>((resolve) => {
        community.current.server.server.once('request', (_request, response) =>
          response.once('close', () => resolve()),
        );
      });
      const socket = await startUpload(ana, bytes.subarray(0, bytes.length * part), bytes.length + 1_000);
      socket.destroy();
      await requestClosed;
    }
    expect((await uploadPicture(ana, { name: 'a.png', bytes })).status).toBe(201);
    expect(await rows()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(2);
    await expect.poll(listUploadsInProgress).toEqual([]);
  });

  test('a rejected upload leaves the connection usable', async () => {
    const ana = await community.current.member();
    const form = new FormData();
    form.append('wrong', new File([new Uint8Array(3_000_000)], 'a.png'));
    const { body, headers } = await formBody(form);
    const { port } = new URL(await community.current.listen());
    const socket = connect(Number(port), '127.0.0.1');
    const request = (method: string, address: string, length: number) =>
      `${method} ${address} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${ana.cookie}\r\nContent-Length: ${length}\r\n` +
      `Content-Type: ${headers['content-type']}\r\n\r\n`;
    socket.write(request('POST', uploadImage.path, body.length));
    socket.write(body);
    socket.write(request('GET', '/api/auth/user', 0));
    const answers: string[] = [];
    for await (const data of socket) {
      answers.push(...(String(data).match(/HTTP\/1\.1 \d+/g) ?? []));
      if (answers.length === 2) break;
    }
    expect(answers).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  test('ten concurrent photos are all stored', async () => {
    const ana = await community.current.member();
    const bytes = await noise(400, 300).jpeg().toBuffer();
    const address = await community.current.listen();
    const form = () => {
      const formData = new FormData();
      formData.append('file', new File([new Uint8Array(bytes)], 'a.jpg'));
      return formData;
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${address}${uploadImage.path}`, { method: 'POST', headers: { cookie: ana.cookie }, body: form() }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ width: 400, height: 300 });
  });
});

describe('unused pictures', () => {
  test('are deleted with their files after a day; newer ones and those in use stay', async () => {
    const ana = await community.current.member();
    const bytes = await noise(60, 60).png().toBuffer();
    const [old, young] = [
      await uploadPicture(ana, { name: 'a.png', bytes }),
      await uploadPicture(ana, { name: 'b.png', bytes }),
    ];
    const used = (await uploadPhoto(ana, { name: 'c.png', bytes })).body.profileImageUrl!;
    await setAge(idOf(old.body.url), '25 hours');
    await setAge(idOf(young.body.url), '23 hours');
    await setAge(idOf(used), '30 days');

    expect(await collectOrphans()).toBe(1);
    expect((await fetchMedia(old.body.url)).status).toBe(404);
    for (const url of [young.body.url, used]) expect((await fetchMedia(url)).status).toBe(200);
    expect(await rows()).toHaveLength(2);
    expect(await storedFiles()).toHaveLength(4);
    expect(await collectOrphans()).toBe(0);
  });

  test('are deleted with the remains of a killed process: partial files and unfinished uploads', async () => {
    const ana = await community.current.member();
    const bytes = await noise(60, 60).png().toBuffer();
    const { url } = (await uploadPicture(ana, { name: 'a.png', bytes })).body;
    const file = path.join(community.current.dataDirectory, 'media', idOf(url).slice(0, 2), path.basename(url));
    await rename(file, `${file}.part`);
    await setAge(idOf(url), '25 hours');
    const [old, young] = [path.join(uploadFolder, `${prefix}old`), path.join(uploadFolder, `${prefix}young`)];
    for (const folder of [old, young]) {
      await mkdir(folder);
      await writeFile(path.join(folder, 'file-0'), bytes);
    }
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    await utimes(old, yesterday, yesterday);

    expect(await collectOrphans()).toBe(1);
    expect(await storedFiles()).toEqual([]);
    expect(await listUploadsInProgress()).toEqual([path.basename(young)]);
    await rm(young, { recursive: true });
  });

  test('are deleted once by two concurrent processes', async () => {
    const ana = await community.current.member();
    const bytes = await noise(60, 60).png().toBuffer();
    for (let index = 0; index < 5; index += 1)
      await setAge(idOf((await uploadPicture(ana, { name: 'a.png', bytes })).body.url), '2 days');
    const collected = (await Promise.all([collectOrphans(), collectOrphans()])) as number[];
    expect(collected.reduce((sum, count) => sum + count)).toBe(5);
    expect(await listRemains()).toEqual([]);
  });
});
