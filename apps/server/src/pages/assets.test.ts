import { unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Community } from '../../test/community.ts';
import { expectProblem, expectSecurityHeaders } from '../../test/problems.ts';
import { createMinimalWebBuild } from '../../test/web-build.ts';

const buildFiles = {
  'client/assets/large-1a2b3c.js': 'as it is',
  'client/assets/large-1a2b3c.js.br': 'brotli',
  'client/assets/large-1a2b3c.js.gz': 'gzip',
  'client/assets/small-1a2b3c.css': 'a style',
  'client/assets/gone-1a2b3c.svg': 'a drawing',
};

let community: Community;
let web: Awaited<ReturnType<typeof createMinimalWebBuild>>;
beforeAll(async () => {
  web = await createMinimalWebBuild(buildFiles);
  community = await Community.open({ webDirectory: web.directory });
});
afterAll(async () => {
  await community.close();
  await web.remove();
});

const get = (file: string, headers: Record<string, string> = {}) =>
  community.visitor.send<string>('GET', `/assets/${file}`, { headers });

test.for([
  ['gzip, deflate, br, zstd', 'br', 'brotli'],
  ['gzip, deflate', 'gzip', 'gzip'],
  ['identity', undefined, 'as it is'],
] as const)(
  'a browser that accepts %s gets the smallest encoding, cached forever',
  async ([acceptEncoding, encoding, body]) => {
    for (const attempt of ['read', 'kept']) {
      const answer = await get('large-1a2b3c.js', { 'accept-encoding': acceptEncoding });
      expect(answer, attempt).toMatchObject({
        status: 200,
        body,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        },
      });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expectSecurityHeaders(answer);
    }
  },
);

test('a file without a compressed variant is sent uncompressed, and a conditional request returns 304', async () => {
  const answer = await get('small-1a2b3c.css', { 'accept-encoding': 'br' });
  expect(answer).toMatchObject({ status: 200, body: 'a style' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  const again = await get('small-1a2b3c.css', { 'if-none-match': String(answer.headers['etag']) });
  expect(again).toMatchObject({ status: 304, body: '' });
});

test.for(['unknown.js', 'large-1a2b3c.js.br', '..%2f..%2fcsp.json', '', 'constructor'])(
  'returns 404 for the unknown asset “%s”',
  async (file) => {
    expectProblem(await get(file), 404, 'request.not_found');
  },
);

test('a file that could not be read is read again on the next request', async () => {
  const file = path.join(web.directory, 'client/assets/gone-1a2b3c.svg');
  await unlink(file);
  expectProblem(await get('gone-1a2b3c.svg'), 503, 'server.unavailable');
  await writeFile(file, 'a drawing');
  expect(await get('gone-1a2b3c.svg')).toMatchObject({ status: 200, body: 'a drawing' });
});

test('a file of an unknown type prevents the start', async () => {
  const other = await createMinimalWebBuild({ 'client/assets/film-1a2b3c.webm': '' });
  await expect(Community.open({ webDirectory: other.directory })).rejects.toThrow('film-1a2b3c.webm');
  await other.remove();
});
