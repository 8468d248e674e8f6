import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPost, deletePost } from '@commons/contract/feed/schemas';
import { type UploadedImage, uploadImage } from '@commons/contract/media/schemas';
import { deleteMeditation, type Meditation, uploadMeditation } from '@commons/contract/meditations/schemas';
import fastify from 'fastify';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { fetchAnonymously, formBody, noise, upload } from '../../../test/pictures.ts';
import { meditationForm, mp3 } from '../../../test/sounds.ts';
import { mediaFiles } from './media.tables.ts';
import { makeBucket, s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const bucket = 'commons-media';
const credentials = { bucket, region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' };

let service: FauxqsServer;
let storage: Storage;
let community: Community;
let ana: Member;
let endpoint: string;

beforeAll(async () => {
  service = await startFauxqs({ port: 0, logger: false });
  service.createBucket(bucket);
  endpoint = `http://127.0.0.1:${service.port}`;
  storage = s3Storage({ ...credentials, endpoint });
  community = await Community.open({ storage });
  ana = await community.member();
});

afterAll(async () => {
  await community?.close();
  // The last test has already closed it.
  await service?.stop();
});

const listObjects = () => Array.fromAsync(storage.keys());

const fetchMedia = (url: string, headers?: Record<string, string>) => fetchAnonymously(community.server, url, headers);

const uploadPicture = async () =>
  (await upload<UploadedImage>(ana, uploadImage.path, { name: 'a.png', bytes: await noise(90, 60).png().toBuffer() }))
    .body;

const answerWith =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end();
  };

describe('with an S3 service', () => {
  test('an upload is stored in both sizes and served like a file on disk', async () => {
    const { url } = await uploadPicture();
    const id = url.slice('/media/'.length, -'-full.webp'.length);
    expect((await listObjects()).toSorted()).toEqual([`${id}-card.webp`, `${id}-full.webp`]);
    const { status, headers, bytes } = await fetchMedia(url);
    expect(status).toBe(200);
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=300',
      etag: expect.any(String),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
  });

  test('a sound is streamed to the service, and a range can be requested', async () => {
    const admin = await community.member({ role: 'admin' });
    const sound = mp3(300);
    const form = await formBody(meditationForm(sound, { coverFile: await noise(90, 60).png().toBuffer() }));
    const { status, body } = await admin.send<Meditation>('POST', uploadMeditation.path, form);
    expect([status, body.duration]).toEqual([201, 300]);
    const whole = await fetchMedia(body.audioUrl);
    expect([whole.status, whole.headers['content-type'], whole.bytes.equals(sound)]).toEqual([200, 'audio/mpeg', true]);
    const part = await fetchMedia(body.audioUrl, { range: 'bytes=1000-1003' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1003/${sound.length}`]);
    expect(part.bytes.equals(sound.subarray(1_000, 1_004))).toBe(true);
    await admin.call(deleteMeditation, { params: { id: body.id } });
  });

  test('a conditional request returns 304, and 404 after the post is deleted', async () => {
    const { url } = await uploadPicture();
    const body = { content: 'Look', images: [{ url }] };
    const { id } = (await ana.call(createPost, { body })).body;
    const { headers } = await fetchMedia(url);
    const condition = { 'if-none-match': String(headers['etag']) };
    const unchanged = await fetchMedia(url, condition);
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers['etag']]).toEqual([304, 0, headers['etag']]);
    for (const other of ['"another"', 'no tag', '"a", "b"', '*'])
      expect((await fetchMedia(url, { 'if-none-match': other })).status).toBe(200);
    await ana.call(deletePost, { params: { id } });
    for (const headers of [{}, condition, { range: 'bytes=0-9' }])
      expect((await fetchMedia(url, headers)).status).toBe(404);
  });

  test('a range of a picture can be requested', async () => {
    const { url } = await uploadPicture();
    const { bytes } = await fetchMedia(url);
    const first = await fetchMedia(url, { range: 'bytes=0-9' });
    const rest = await fetchMedia(url, { range: 'bytes=10-' });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(first.headers['content-range']).toBe(`bytes 0-9/${bytes.length}`);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true);
    const beyond = await fetchMedia(url, { range: `bytes=${bytes.length + 5}-` });
    expect([beyond.status, beyond.headers['cache-control']]).toEqual([416, 'no-store']);
  });

  test('a HEAD request does not fetch the content', async () => {
    const methods: string[] = [];
    const other = createServer((request, response) => {
      methods.push(request.method ?? '');
      response.writeHead(200, { 'content-length': 1_000, 'content-type': 'audio/mpeg' });
      response.end(request.method === 'HEAD' ? undefined : Buffer.alloc(1_000));
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const app = fastify();
    const otherStorage = s3Storage({
      ...credentials,
      endpoint: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    });
    app.get('/a-sound', async (_request, reply) => {
      await otherStorage.send('a-sound', reply);
      return reply;
    });
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/a-sound' });
    expect([statusCode, headers['content-length'], headers['accept-ranges']]).toEqual([200, '1000', 'bytes']);
    expect(methods).toEqual(['HEAD']);
    await app.close();
    other.close();
  });

  test.for([
    ['fails', answerWith(500)],
    ['is overloaded', answerWith(503)],
    ['never answers', () => {}],
  ] as const)('requests get 503 and lists fail while the service %s', async ([, answer]) => {
    const failingService = createServer(answer);
    await once(failingService.listen(0, '127.0.0.1'), 'listening');
    const { port } = failingService.address() as AddressInfo;
    const failingStorage = s3Storage({ ...credentials, endpoint: `http://127.0.0.1:${port}` });
    const { url } = await uploadPicture();
    const affectedCommunity = await Community.open({ storage: failingStorage, sharesDatabaseWith: community });
    const { status, headers } = await affectedCommunity.visitor.send('GET', url);
    expect([status, headers['retry-after'], headers['content-type'], headers['cache-control']]).toEqual([
      503,
      '5',
      'application/problem+json',
      'no-store',
    ]);
    await expect(Array.fromAsync(failingStorage.keys())).rejects.toMatchObject({ code: 'server.unavailable' });
    await affectedCommunity.close();
    failingService.closeAllConnections();
    failingService.close();
  });

  test('a bucket is created once', async () => {
    const other = { ...credentials, bucket: 'another-bucket', endpoint };
    expect([await makeBucket(other), await makeBucket(other)]).toEqual([true, false]);
  });

  test('an unknown name returns 404', async () => {
    const { status, headers } = await fetchMedia(`/media/${randomUUID()}-full.webp`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'application/problem+json',
      'no-store',
    ]);
  });

  test('unused files are deleted after a day', async () => {
    await uploadPicture();
    await community.db.update(mediaFiles).set({ createdAt: new Date(0) });
    await community.jobs.find(({ name }) => name === 'orphaned-media')!.run();
    expect(await listObjects()).toEqual([]);
    expect(await community.db.select().from(mediaFiles)).toEqual([]);
  });

  test('during an outage an upload gets 503, and its row is cleaned up later', async () => {
    await service.stop();
    const bytes = await noise(20, 20).png().toBuffer();
    const answer = await upload(ana, uploadImage.path, { name: 'a.png', bytes });
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(await community.db.select().from(mediaFiles)).toHaveLength(1);
  });
});
