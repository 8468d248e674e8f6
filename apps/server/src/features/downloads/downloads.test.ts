import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';

const content = path.join(import.meta.dirname, '../../../../../content');
const downloads = JSON.parse(readFileSync(path.join(content, 'downloads.json'), 'utf8')) as Record<
  'pdfs' | 'audio',
  { file: string; title: string }[]
>;

let community: Community;
let address: string;
beforeAll(async () => {
  community = await Community.open();
  address = await community.listen();
});
afterAll(() => community.close());

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** Requests a path exactly as written. Other HTTP clients would normalize it. */
const get = (requestPath: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path: requestPath, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('everybody can download', () => {
  test.for([
    ...downloads.pdfs.map((pdf) => ['/pdfs/', 'pdfs', 'application/pdf', pdf] as const),
    ...downloads.audio.map((sound) => ['/audio/', 'meditations', 'audio/mpeg', sound] as const),
  ])('%s %s', async ([route, folder, type, { file, title }]) => {
    const { status, headers, body } = await get(route + file);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toBe(`inline; filename="${title}${path.extname(file)}"`);
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(body.equals(await readFile(path.join(content, folder, file)))).toBe(true);
  });

  test('an unchanged file as 304 without a body', async () => {
    const first = await get('/pdfs/grounding-card.pdf');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await get('/pdfs/grounding-card.pdf', { 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get('/pdfs/grounding-card.pdf', { 'if-none-match': '"another"' })).status).toBe(200);
    const other = await get('/pdfs/breathing-guide.pdf');
    expect(other.headers['etag']).not.toBe(etag);
  });

  test('a byte range of an audio file, so that players can seek', async () => {
    const { headers } = await get('/audio/four-corners.mp3', {}, 'HEAD');
    const length = Number(headers['content-length']);
    const sound = await readFile(path.join(content, 'meditations/four-corners.mp3'));
    expect([length, headers['accept-ranges']]).toEqual([sound.length, 'bytes']);
    const range = { range: 'bytes=1000-1999' };
    for (const conditions of [range, { ...range, 'if-range': String(headers['etag']) }]) {
      const part = await get('/audio/four-corners.mp3', conditions);
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${length}`]);
      expect(part.body.equals(sound.subarray(1_000, 2_000))).toBe(true);
    }
    const changed = await get('/audio/four-corners.mp3', { ...range, 'if-range': '"of yesterday"' });
    expect([changed.status, changed.body.length]).toEqual([200, length]);
    expect((await get('/audio/four-corners.mp3', { range: `bytes=${length}-` })).status).toBe(416);
  });
});

const ups = ['..', '%2e%2e', '.%2e', '%2E.', '..%00', '%252e%252e', '....', '%c0%ae%c0%ae', '..;', '%uff0e%uff0e'];
const slashes = ['/', '%2f', '%5c', '\\', '%252f', '%c0%af', '//', '/./'];
const goals = ['package.json', 'etc/passwd', 'pdfs/sources.json', 'content/downloads.json', 'pdfs/breathing-guide.pdf'];
const others = [
  ...['', '.', '..', '%', '%2', '%zz', '%00', 'sources.json', 'breathing-guide', 'BREATHING-GUIDE.PDF', 'nul', '*'],
  ...['breathing-guide.pdf%00', 'breathing-guide.pdf.', 'breathing-guide.pdf%20', '.%2fbreathing-guide.pdf'],
  ...['__proto__', 'constructor', 'toString', 'file:%2f%2f%2fetc%2fpasswd', 'C:%5cboot.ini', '%2fetc%2fpasswd'],
  ...['breathing-guide.pdf/', 'breathing-guide.pdf/x', '~root', 'a'.repeat(2_000)],
];

test.for(['/pdfs/', '/audio/', '/media/'])('no path below %s leads to another folder', async (folder) => {
  const paths = ups.flatMap((up) =>
    slashes.flatMap((slash) => goals.map((goal) => [up, up, up, ...goal.split('/')].join(slash))),
  );
  const variants = [...paths, ...others].filter((variant) => variant !== 'breathing-guide.pdf/');
  expect(variants.length).toBeGreaterThanOrEqual(200);
  const answers = new Map<string, string[]>();
  for (const variant of variants) {
    const { status, body } = await get(folder + variant);
    const answer = `${status} ${/^{"type":"urn:problem:([\w.]+)"/.exec(body.toString())?.[1] ?? body.subarray(0, 80).toString()}`;
    answers.set(answer, [...(answers.get(answer) ?? []), variant].slice(0, 5));
  }
  expect(Object.fromEntries([...answers].filter(([answer]) => answer !== '404 request.not_found'))).toEqual({});
});
