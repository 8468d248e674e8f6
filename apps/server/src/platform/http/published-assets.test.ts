import { brotliCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { expectProblem, expectSecurityHeaders } from '../../../test/problems.ts';
import { buildTinyWeb } from '../../../test/web-build.ts';
import { publishedAssets } from './published-assets.tables.ts';
import { forgetOldAssets, publishAssets } from './published-assets.ts';

const script = 'export const words = "of the older build";';

type Web = Awaited<ReturnType<typeof buildTinyWeb>>;
const clientOf = (web: Web) => `${web.directory}/client`;

let webs: { older: Web; newer: Web };
let older: Community;
let newer: Community;
beforeAll(async () => {
  webs = {
    older: await buildTinyWeb({
      'client/assets/screen-0ld0ld00.js': script,
      'client/assets/screen-0ld0ld00.js.br': brotliCompressSync(script),
      'client/assets/text-0ld0ld00.woff2': 'a font',
      'client/assets/both-5ame5ame.css': 'the same in both',
    }),
    newer: await buildTinyWeb({
      'client/assets/screen-new0new0.js': 'of the newer build',
      'client/assets/both-5ame5ame.css': 'the same in both',
    }),
  };
  older = await Community.open({ webDirectory: webs.older.directory });
  newer = await Community.open({ webDirectory: webs.newer.directory, beside: older });
});
afterAll(async () => {
  await newer.close();
  await older.close();
  await Promise.all([webs.older.remove(), webs.newer.remove()]);
});

beforeEach(async () => {
  await older.db.delete(publishedAssets);
  await publishAssets(older.db, clientOf(webs.older));
  await publishAssets(newer.db, clientOf(webs.newer));
});

const get = (community: Community, file: string, headers: Record<string, string> = {}) =>
  community.visitor.send<string>('GET', `/assets/${file}`, { headers });

const publishedNames = async () =>
  (await older.db.select({ name: publishedAssets.name }).from(publishedAssets)).map(({ name }) => name).toSorted();

test.for([
  ['the newer server serves a script of the older build', () => newer, 'screen-0ld0ld00.js', 'text/javascript', script],
  ['the newer server serves a font of the older build', () => newer, 'text-0ld0ld00.woff2', 'font/woff2', 'a font'],
  [
    'the older server serves a script of the newer build',
    () => older,
    'screen-new0new0.js',
    'text/javascript',
    'of the newer build',
  ],
] as const)('%s', async ([, community, file, contentType, body]) => {
  const answer = await get(community(), file, { 'accept-encoding': 'identity' });
  expect(answer).toMatchObject({
    status: 200,
    body,
    headers: {
      'content-type': expect.stringContaining(contentType),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    },
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expectSecurityHeaders(answer);
});

test('a compressed file of another build is sent compressed to a browser that supports it', async () => {
  const answer = await get(newer, 'screen-0ld0ld00.js', { 'accept-encoding': 'gzip, br' });
  expect(answer).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
});

test.for([
  'screen-unknown0.js',
  'screen-0ld0ld00.js.br',
  'screen-0ld0ld00.html',
  "screen-0ld0ld00.js' OR true --.js",
  '..%2fscreen-0ld0ld00.js',
  '%00-0ld0ld00.js',
])('no build contains “%s”', async (file) => {
  expectProblem(await get(newer, file), 404, 'request.not_found');
});

test('publishing again changes nothing', async () => {
  const before = await publishedNames();
  await Promise.all([publishAssets(older.db, clientOf(webs.older)), publishAssets(newer.db, clientOf(webs.older))]);
  expect(await publishedNames()).toEqual(before);
});

/** Simulates files published the given number of days ago. Returns the names that remain after the cleanup. */
const namesAfter = async (days: number) => {
  await older.db.update(publishedAssets).set({ publishedAt: sql`now() - make_interval(days => ${days})` });
  await forgetOldAssets(newer.db, clientOf(webs.newer));
  return publishedNames();
};

test("files that no server has published for thirty days are deleted, except this server's own", async () => {
  expect(await namesAfter(29)).toContain('screen-0ld0ld00.js');
  expect(await namesAfter(31)).toEqual(['app-1a2b3c.js', 'both-5ame5ame.css', 'screen-new0new0.js']);
});

test('a server whose database fails still serves its own files', async () => {
  await older.db.execute(sql`ALTER TABLE published_assets RENAME TO away`);
  expect((await get(newer, 'screen-new0new0.js')).status).toBe(200);
  expect((await get(newer, 'screen-0ld0ld00.js')).status).toBeGreaterThanOrEqual(500);
  await older.db.execute(sql`ALTER TABLE away RENAME TO published_assets`);
});
