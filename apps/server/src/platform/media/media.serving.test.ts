import { randomUUID } from 'node:crypto';
import { type UploadedImage, uploadImage } from '@commons/contract/media/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { fetchAnonymously, noise, upload } from '../../../test/pictures.ts';

const community = setUpCommunity();

const fetchMedia = (url: string, headers?: Record<string, string>) =>
  fetchAnonymously(community.current.server, url, headers);

/** The address of a new picture. */
async function newPicture() {
  const bytes = await noise(300, 300).png().toBuffer();
  const file = { name: 'a.png', bytes };
  return (await upload<UploadedImage>(await community.current.member(), uploadImage.path, file)).body.url;
}

test('a picture is kept for five minutes, and is nothing but a picture', async () => {
  const { headers, bytes } = await fetchMedia(await newPicture());
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
    'content-length': String(bytes.length),
  });
});

test('a part of it can be asked for', async () => {
  const url = await newPicture();
  const { bytes } = await fetchMedia(url);
  const first = await fetchMedia(url, { range: 'bytes=0-99' });
  expect(first.status).toBe(206);
  expect(first.headers['content-range']).toBe(`bytes 0-99/${bytes.length}`);
  const rest = await fetchMedia(url, { range: 'bytes=100-' });
  expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true);
  for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
    const beyond = await fetchMedia(url, { range });
    expect(beyond.status).toBe(416);
    expect(beyond.headers).toMatchObject({ 'content-range': `bytes */${bytes.length}`, 'cache-control': 'no-store' });
  }
});

test('who asks for a longer end than it is long gets the whole of it', async () => {
  const url = await newPicture();
  const { bytes } = await fetchMedia(url);
  for (const suffix of [String(bytes.length + 1), '99999999999999', '9'.repeat(400)]) {
    const whole = await fetchMedia(url, { range: `bytes=-${suffix}` });
    expect([whole.status, whole.headers['content-range']]).toEqual([
      206,
      `bytes 0-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect(whole.bytes.equals(bytes)).toBe(true);
  }
  const end = await fetchMedia(url, { range: 'bytes=-10' });
  expect(end.bytes.equals(bytes.subarray(-10))).toBe(true);
});

test('who wants it only if it is another gets neither that nor a word that it is gone', async () => {
  const url = await newPicture();
  const { headers, bytes } = await fetchMedia(url);
  for (const condition of [{ 'if-match': '"another"' }, { 'if-unmodified-since': new Date(0).toUTCString() }]) {
    const refused = await fetchMedia(url, condition);
    expect([refused.status, refused.headers['content-type'], refused.headers['cache-control']]).toEqual([
      412,
      'application/problem+json',
      'no-store',
    ]);
  }
  for (const condition of [{ 'if-match': '*' }, { 'if-match': String(headers['etag']) }])
    expect((await fetchMedia(url, condition)).bytes.equals(bytes)).toBe(true);
  const unknown = await fetchMedia(`/media/${randomUUID()}-full.webp`, { 'if-match': '"another"' });
  expect(unknown.status).toBe(404);
});

test('who has it already is told so', async () => {
  const url = await newPicture();
  const { headers } = await fetchMedia(url);
  expect((await fetchMedia(url, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
});

test.for([
  `/media/${randomUUID()}-full.webp`,
  `/media/${randomUUID()}-huge.webp`,
  `/media/${randomUUID()}-full.png`,
  '/media/',
  '/media/full.webp',
  '/media/..%2f..%2fpostgres%2fPG_VERSION',
  '/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/media/....//....//etc/passwd',
  '/media/..%5c..%5cetc%5cpasswd',
  '/media/%00-full.webp',
  `/media/${randomUUID()}-full.webp%00.png`,
  `/media/${randomUUID()}-full.webp.part`,
  '/media/%E0%A4%A-full.webp',
])('there is nothing at %s, and nobody remembers that for long', async (url) => {
  const { status, headers } = await fetchMedia(url);
  expect([400, 404]).toContain(status);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
});
