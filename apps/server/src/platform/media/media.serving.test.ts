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

test.for([`/media/${randomUUID()}-full.webp`, `/media/${randomUUID()}-huge.webp`, `/media/${randomUUID()}-full.png`])(
  '%s is rejected, and the response is not cached',
  async (url) => {
    const { status, headers } = await fetchMedia(url);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
  },
);
