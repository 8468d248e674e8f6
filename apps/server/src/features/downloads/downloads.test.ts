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

type HttpResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** Requests a path exactly as written. Other HTTP clients would normalize it. */
const get = (requestPath: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path: requestPath, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('a visitor downloads', () => {
  test.for([
    ...downloads.pdfs.map((pdf) => ['/pdfs/', 'pdfs', 'application/pdf', pdf] as const),
    ...downloads.audio.map((audio) => ['/audio/', 'meditations', 'audio/mpeg', audio] as const),
  ])('%s %s', async ([route, folder, type, { file, title }]) => {
    const { status, headers, body } = await get(route + file);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toBe(`inline; filename="${title}${path.extname(file)}"`);
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(body.equals(await readFile(path.join(content, folder, file)))).toBe(true);
  });

  test('an unchanged file and gets a 304 without a body', async () => {
    const first = await get('/pdfs/grounding-card.pdf');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const revalidation = await get('/pdfs/grounding-card.pdf', { 'if-none-match': etag });
    expect([revalidation.status, revalidation.body.length, revalidation.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get('/pdfs/grounding-card.pdf', { 'if-none-match': '"another"' })).status).toBe(200);
    const other = await get('/pdfs/breathing-guide.pdf');
    expect(other.headers['etag']).not.toBe(etag);
  });
});

const parentSegments = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..%00',
  '%252e%252e',
  '....',
  '%c0%ae%c0%ae',
  '..;',
  '%uff0e%uff0e',
];
const separators = ['/', '%2f', '%5c', '\\', '%252f', '%c0%af', '//', '/./'];
const targets = [
  'package.json',
  'etc/passwd',
  'pdfs/sources.json',
  'content/downloads.json',
  'pdfs/breathing-guide.pdf',
];
const otherNames = [
  ...['', '.', '..', '%', '%2', '%zz', '%00', 'sources.json', 'breathing-guide', 'BREATHING-GUIDE.PDF', 'nul', '*'],
  ...['breathing-guide.pdf%00', 'breathing-guide.pdf.', 'breathing-guide.pdf%20', '.%2fbreathing-guide.pdf'],
  ...['__proto__', 'constructor', 'toString', 'file:%2f%2f%2fetc%2fpasswd', 'C:%5cboot.ini', '%2fetc%2fpasswd'],
  ...['breathing-guide.pdf/', 'breathing-guide.pdf/x', '~root', 'a'.repeat(2_000)],
];

test.for(['/pdfs/', '/audio/', '/media/'])('rejects path traversal below %s', async (folder) => {
  const paths = parentSegments.flatMap((parent) =>
    separators.flatMap((separator) =>
      targets.map((target) => [parent, parent, parent, ...target.split('/')].join(separator)),
    ),
  );
  const variants = [...paths, ...otherNames].filter((variant) => variant !== 'breathing-guide.pdf/');
  expect(variants.length).toBeGreaterThanOrEqual(200);
  const variantsByResult = new Map<string, string[]>();
  for (const variant of variants) {
    const { status, body } = await get(folder + variant);
    const result = `${status} ${/^{"type":"urn:problem:([\w.]+)"/.exec(body.toString())?.[1] ?? body.subarray(0, 80).toString()}`;
    variantsByResult.set(result, [...(variantsByResult.get(result) ?? []), variant].slice(0, 5));
  }
  expect(Object.fromEntries([...variantsByResult].filter(([result]) => result !== '404 request.not_found'))).toEqual(
    {},
  );
});
