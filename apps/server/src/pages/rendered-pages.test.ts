import { brotliDecompressSync } from 'node:zlib';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../../test/caller.ts';
import { Community, type Member } from '../../test/community.ts';
import { expectSecurityHeaders } from '../../test/problems.ts';
import { applicationPage, createMinimalWebBuild, readHome, serverWith, untilRendered } from '../../test/web-build.ts';

const closes: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

async function open(
  files: Record<string, string> = {},
  options: Parameters<typeof Community.open>[0] = {},
): Promise<Community> {
  const web = await createMinimalWebBuild(files);
  closes.push(web.remove);
  const community = await Community.open({ webDirectory: web.directory, ...options });
  closes.push(() => community.close());
  return community;
}

type SentPage = { url: string; nonce: string } & Record<'viewer' | 'posts', { body: string; link?: string }>;

/** Returns the request that the page was rendered for, with the replies to its calls. */
const sentIn = (page: ApiResponse<string>): SentPage => JSON.parse(page.body.slice(page.body.indexOf('{'))) as SentPage;

const expectWithoutView = (page: ApiResponse<string>) => {
  expect(page).toMatchObject({ status: 200, body: applicationPage });
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expectSecurityHeaders(page);
};

describe('a member’s home page', () => {
  let community: Community;
  let ana: Member;
  beforeAll(async () => {
    community = await open();
    ana = await community.member();
  });

  test('contains the responses of the calls for the member and the feed, and is not cached', async () => {
    const ben = await community.member();
    for (let number = 1; number <= 21; number += 1) await ben.call(createPost, { body: { content: `Note ${number}` } });
    const page = await readHome(ana);
    const sent = sentIn(page);
    const feed = await ana.call(listPosts, {});
    expect(JSON.parse(sent.posts.body)).toEqual(feed.body);
    expect(sent.posts.link).toContain(`<${feed.next}>; rel="next"`);
    expect(JSON.parse(sent.viewer.body)).toEqual((await ana.call(getCurrentUser, {})).body);
    expect(page.headers['content-security-policy']).toContain(`'nonce-${sent.nonce}'`);
    expect(sentIn(await readHome(ana)).nonce).not.toBe(sent.nonce);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers.vary).toBe('cookie, accept-encoding');
    expect(page.headers.link).toBeUndefined();
    expectSecurityHeaders(page);
  });

  test('is sent once', async () => {
    const lines: string[] = [];
    const logged = await open({}, { logTo: { write: (line) => void lines.push(line) } });
    await readHome(await logged.member());
    expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
  });

  test('has no body for a HEAD request', async () => {
    expect(await ana.send('HEAD', '/')).toMatchObject({ status: 200, body: '' });
  });

  test('is compressed if the browser supports it', async () => {
    const headers = { cookie: ana.cookie, 'accept-encoding': 'gzip, br' };
    await untilRendered(async () => {
      const answer = await community.server.inject({ method: 'GET', url: '/', headers });
      expect(answer.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('A member’s home');
    });
  });

  test('has the public URL, also for an impossible host', async () => {
    const page = await untilRendered(async () => {
      const answer = await ana.send<string>('GET', '/?from=mail', { headers: { host: 'a b' } });
      expect(answer.body).toContain('A member’s home');
      return answer;
    });
    expect(sentIn(page).url).toBe('http://commons.test/?from=mail');
  });

  test('contains only the reader’s data when two members open it at the same time', async () => {
    const readers = [ana, await community.member()];
    const pages = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const reader = readers[index % 2] ?? ana;
        return [reader, await readHome(reader)] as const;
      }),
    );
    for (const [reader, page] of pages)
      expect(JSON.parse(sentIn(page).viewer.body)).toMatchObject({ id: reader.id, email: reader.email });
  });

  test('contains no content of members whom the reader has blocked', async () => {
    const [cleo, reader] = [await community.member(), await community.member()];
    await cleo.call(createPost, { body: { content: 'Cleo was here' } });
    expect((await readHome(reader)).body).toContain('Cleo was here');
    await reader.call(block, { params: { userId: cleo.id } });
    expect((await readHome(reader)).body).not.toContain('Cleo was here');
  });

  test('is never sent to visitors or after signing out', async () => {
    await ana.call(createPost, { body: { content: 'Among ourselves' } });
    const gone = await community.member();
    await gone.send('DELETE', '/api/auth/sessions');
    for (const caller of [community.visitor, gone]) {
      const page = await caller.send<string>('GET', '/');
      expect(page.body).toContain('The landing page');
      expect(page.body).not.toContain('Among ourselves');
    }
    for (const url of ['/settings', '/__spa-fallback.html', '/posts/whatever'])
      expect((await ana.send<string>('GET', url)).body).toBe(applicationPage);
  });
});

test('during an overload, visitors get their page, and possible members get the application', async () => {
  const web = await createMinimalWebBuild();
  closes.push(web.remove);
  const community = await Community.open({ webDirectory: web.directory, environment: { DATABASE_POOL_SIZE: '2' } });
  closes.push(() => community.close());
  const ana = await community.member();
  const pool = community.db.$client;
  const held = [await pool.connect(), await pool.connect()];
  const tooMany = Array.from({ length: 200 }, () => pool.query('SELECT 1'));

  const forged = ana.cookie.replace(/=.*/, '=a-token.and-no-signature-of-ours');
  for (const headers of [{}, { cookie: 'of=another-program' }, { cookie: forged }])
    expect(await community.visitor.send<string>('GET', '/', { headers })).toMatchObject({
      status: 200,
      body: expect.stringContaining('The landing page') as string,
    });
  const page = await ana.send<string>('GET', '/');
  expect(page).toMatchObject({ status: 200, body: applicationPage });
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expectSecurityHeaders(page);

  for (const client of held) client.release();
  await Promise.all(tooMany);
  await readHome(ana);
});

describe('the page is sent without its content', () => {
  test('if the data cannot be read', async () => {
    const community = await open();
    const ana = await community.member();
    await community.db.execute(sql`ALTER TABLE posts RENAME TO lost_posts`);
    expectWithoutView(await ana.send('GET', '/'));
    await community.db.execute(sql`ALTER TABLE lost_posts RENAME TO posts`);
    await readHome(ana);
  });

  test('if reading the data takes too long', async () => {
    const community = await open();
    const ana = await community.member();
    const { promise: page, resolve } = Promise.withResolvers<ApiResponse<string>>();
    await community.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE posts IN ACCESS EXCLUSIVE MODE`);
      // The page arrives while the lock is held, before the database's lock timeout.
      const begun = performance.now();
      resolve(await ana.send<string>('GET', '/'));
      expect(performance.now() - begun).toBeLessThan(4_000);
    });
    expectWithoutView(await page);
  });

  test('if rendering fails', async () => {
    const community = await open(serverWith(`export const renderPage = async () => { throw new Error('a bug'); };`));
    expectWithoutView(await (await community.member()).send('GET', '/'));
  });

  test('while eight others are being rendered, and rendering ends after a time', async () => {
    const community = await open(
      serverWith(`export const renderPage = ({ url, signal }) => new Promise((resolve) => {
        if (url.endsWith('?stops')) signal.addEventListener('abort', () => resolve({ status: 500, html: '' }));
        else if (!url.endsWith('?hangs')) resolve({ status: 200, html: 'A page' });
      });`),
    );
    const ana = await community.member();
    const openEight = (url: string) => Promise.all(Array.from({ length: 8 }, () => ana.send<string>('GET', url)));
    for (const page of await openEight('/?stops')) expectWithoutView(page);
    await untilRendered(async () => expect((await ana.send<string>('GET', '/')).body).toBe('A page'));
    for (const page of await openEight('/?hangs')) expectWithoutView(page);
    expectWithoutView(await ana.send('GET', '/'));
  });
});
