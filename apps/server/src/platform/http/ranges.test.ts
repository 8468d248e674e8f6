import { type UploadedImage, uploadImage } from '@commons/contract/media/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { createMinimalWebBuild } from '../../../test/web-build.ts';

let community: Community;
let web: Awaited<ReturnType<typeof createMinimalWebBuild>>;
let picture: string;
beforeAll(async () => {
  web = await createMinimalWebBuild({ 'client/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  community = await Community.open({ webDirectory: web.directory });
  const file = { name: 'a.png', bytes: await noise(300, 300).png().toBuffer() };
  picture = (await upload<UploadedImage>(await community.member(), uploadImage.path, file)).body.url;
});
afterAll(async () => {
  await community.close();
  await web.remove();
});

async function sendRequest(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers: responseHeaders, rawPayload } = await community.server.inject({ method, url, headers });
  return { status: statusCode, headers: responseHeaders, bytes: rawPayload };
}

/** A URL of each kind of file. */
const urlsByKind: Record<string, () => string> = {
  'a picture': () => picture,
  'an asset': () => '/assets/app-1a2b3c.js',
  'a file of the build': () => '/icon.svg',
  'a PDF': () => '/pdfs/grounding-card.pdf',
  'a sound': () => '/audio/four-corners.mp3',
  'a page': () => '/login',
};

describe.for(Object.entries(urlsByKind))('%s', ([, address]) => {
  test.for(['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=999999999-', 'bytes=0-1,3-4', 'nonsense'])(
    'ignores the range “%s” of a HEAD request',
    async (range) => {
      const whole = await sendRequest(address(), {}, 'HEAD');
      const answer = await sendRequest(address(), { range }, 'HEAD');
      expect([answer.status, answer.bytes.length, answer.headers['content-range']]).toEqual([200, 0, undefined]);
      expect(answer.headers['content-length']).toBe(whole.headers['content-length']);
    },
  );
});

describe.for(['a picture', 'a PDF', 'a sound'])('a range of %s', (kind) => {
  const address = () => urlsByKind[kind]!();
  /** The first and last byte sent, by the length of the file. */
  test.for<[range: string, sent: (length: number) => [first: number, last: number]]>([
    ['bytes=0-', (length) => [0, length - 1]],
    ['bytes=0-0', () => [0, 0]],
    ['bytes=1-2', () => [1, 2]],
    ['BYTES=1-2', () => [1, 2]],
    ['bytes = 1-2 ', () => [1, 2]],
    ['bytes=001-0002', () => [1, 2]],
    ['bytes=-5', (length) => [length - 5, length - 1]],
    ['bytes=-999999999999', (length) => [0, length - 1]],
    ['bytes=5-999999999999999999999999', (length) => [5, length - 1]],
  ])('is sent for “%s”', async ([range, sent]) => {
    const { bytes } = await sendRequest(address());
    const [first, last] = sent(bytes.length);
    const part = await sendRequest(address(), { range });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${bytes.length}`]);
    expect(part.bytes.equals(bytes.subarray(first, last + 1))).toBe(true);
    expect(part.headers['content-length']).toBe(String(last - first + 1));
  });

  test.for([
    ...['bytes=5-2', 'bytes=-', 'bytes=', 'bytes', '', 'bytes=a-b', 'bytes=1', 'bytes=--5', 'bytes=1-2-3'],
    ...['bytes=0-1,3-4', 'bytes=0-1, 3-', 'bytes=-1,-2', 'items=0-5', 'seconds=1-2', 'bytes=0x1-0x2', 'bytes=1.5-2'],
  ])('is ignored for the invalid header “%s”', async (range) => {
    const { bytes } = await sendRequest(address());
    const answer = await sendRequest(address(), { range });
    expect([answer.status, answer.headers['content-range'], answer.bytes.length]).toEqual([
      200,
      undefined,
      bytes.length,
    ]);
  });

  test.for([
    (length: number) => `bytes=${length}-`,
    (length: number) => `bytes=${length + 10}-${length + 20}`,
    () => `bytes=${'9'.repeat(400)}-`,
    () => 'bytes=-0',
  ])('beyond the end is rejected (case %#)', async (rangeOf) => {
    const { bytes } = await sendRequest(address());
    const answer = await sendRequest(address(), { range: rangeOf(bytes.length) });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('is sent only if If-Range matches the file', async () => {
    const { headers, bytes } = await sendRequest(address());
    const range = { range: 'bytes=1-2' };
    for (const validator of [headers['etag'], headers['last-modified']].filter((each) => each !== undefined))
      expect((await sendRequest(address(), { ...range, 'if-range': validator })).status).toBe(206);
    for (const validator of ['"another"', 'W/"another"', new Date(0).toUTCString(), 'nonsense']) {
      const whole = await sendRequest(address(), { ...range, 'if-range': validator });
      expect([whole.status, whole.bytes.length]).toEqual([200, bytes.length]);
    }
  });
});
