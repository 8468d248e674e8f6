import { randomUUID } from 'node:crypto';
import { type UploadedImage, uploadImage } from '@commons/contract/media/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { fetchAnonymously, noise, upload } from '../../../test/pictures.ts';

const community = setUpCommunity();

const fetchMedia = (url: string, headers?: Record<string, string>) =>
  fetchAnonymously(community.current.server, url, headers);

/** Uploads a picture and returns its URL. */
async function uploadPicture() {
  const bytes = await noise(300, 300).png().toBuffer();
  const file = { name: 'a.png', bytes };
  return (await upload<UploadedImage>(await community.current.member(), uploadImage.path, file)).body.url;
}

test('a picture is cached for five minutes and cannot be interpreted as another type', async () => {
  const { headers, bytes } = await fetchMedia(await uploadPicture());
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
    'content-length': String(bytes.length),
  });
});

test('a range of a picture can be requested', async () => {
  const url = await uploadPicture();
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

test('a suffix range longer than the file returns the whole file', async () => {
  const url = await uploadPicture();
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

test('a failed precondition returns 412, and an unknown picture 404', async () => {
  const url = await uploadPicture();
  const { headers, bytes } = await fetchMedia(url);
  for (const condition of [{ 'if-match': '"another"' }, { 'if-unmodified-since': new Date(0).toUTCString() }]) {
    const response = await fetchMedia(url, condition);
    expect([response.status, response.headers['content-type'], response.headers['cache-control']]).toEqual([
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

test('a conditional request for an unchanged picture returns 304', async () => {
  const url = await uploadPicture();
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
])('%s is rejected, and the response is not cached', async (url) => {
  const { status, headers } = await fetchMedia(url);
  expect([400, 404]).toContain(status);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
});
