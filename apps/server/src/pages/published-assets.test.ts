import { brotliCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Community } from '../../test/community.ts';
import { expectProblem, expectSecurityHeaders } from '../../test/problems.ts';
import { createMinimalWebBuild } from '../../test/web-build.ts';
import { publishedAssets } from './published-assets.tables.ts';
import { forgetOldAssets, publishAssets } from './published-assets.ts';

const script = 'export const text = "of the older build";';

type WebBuild = Awaited<ReturnType<typeof createMinimalWebBuild>>;
const clientDirectoryOf = (build: WebBuild) => `${build.directory}/client`;

let builds: { older: WebBuild; newer: WebBuild };
let older: Community;
let newer: Community;
beforeAll(async () => {
  builds = {
    older: await createMinimalWebBuild({
      'client/assets/screen-0ld0ld00.js': script,
      'client/assets/screen-0ld0ld00.js.br': brotliCompressSync(script),
      'client/assets/text-0ld0ld00.woff2': 'a font',
      'client/assets/both-5ame5ame.css': 'the same in both',
    }),
    newer: await createMinimalWebBuild({
      'client/assets/screen-new0new0.js': 'of the newer build',
      'client/assets/both-5ame5ame.css': 'the same in both',
    }),
  };
  older = await Community.open({ webDirectory: builds.older.directory });
  newer = await Community.open({ webDirectory: builds.newer.directory, sharesDatabaseWith: older });
});
afterAll(async () => {
  await newer.close();
  await older.close();
  await Promise.all([builds.older.remove(), builds.newer.remove()]);
});

beforeEach(async () => {
  await older.db.delete(publishedAssets);
  await publishAssets(older.db, clientDirectoryOf(builds.older));
  await publishAssets(newer.db, clientDirectoryOf(builds.newer));
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
  const response = await get(community(), file, { 'accept-encoding': 'identity' });
  expect(response).toMatchObject({
    status: 200,
    body,
    headers: {
      'content-type': expect.stringContaining(contentType),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    },
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  expectSecurityHeaders(response);
});

test('a compressed file of another build is sent compressed to a browser that supports it', async () => {
  const response = await get(newer, 'screen-0ld0ld00.js', { 'accept-encoding': 'gzip, br' });
  expect(response).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
});

test.for([
  'screen-unknown0.js',
  'screen-0ld0ld00.js.br',
  'screen-0ld0ld00.html',
  "screen-0ld0ld00.js' OR true --.js",
  '..%2fscreen-0ld0ld00.js',
  '%00-0ld0ld00.js',
])('returns 404 for “%s”, which no build contains', async (file) => {
  expectProblem(await get(newer, file), 404, 'request.not_found');
});

test('publishing again changes nothing', async () => {
  const before = await publishedNames();
  await Promise.all([
    publishAssets(older.db, clientDirectoryOf(builds.older)),
    publishAssets(newer.db, clientDirectoryOf(builds.older)),
  ]);
  expect(await publishedNames()).toEqual(before);
});

/** Simulates files published the given number of days ago. Returns the names that remain after the cleanup. */
const namesAfterCleanup = async (days: number) => {
  await older.db.update(publishedAssets).set({ publishedAt: sql`now() - make_interval(days => ${days})` });
  await forgetOldAssets(newer.db, clientDirectoryOf(builds.newer));
  return publishedNames();
};

test("files that no server has published for thirty days are deleted, except this server's own", async () => {
  expect(await namesAfterCleanup(29)).toContain('screen-0ld0ld00.js');
  expect(await namesAfterCleanup(31)).toEqual(['app-1a2b3c.js', 'both-5ame5ame.css', 'screen-new0new0.js']);
});

test('a server whose database fails still serves its own files', async () => {
  await older.db.execute(sql`ALTER TABLE published_assets RENAME TO away`);
  expect((await get(newer, 'screen-new0new0.js')).status).toBe(200);
  expect((await get(newer, 'screen-0ld0ld00.js')).status).toBeGreaterThanOrEqual(500);
  await older.db.execute(sql`ALTER TABLE away RENAME TO published_assets`);
});
