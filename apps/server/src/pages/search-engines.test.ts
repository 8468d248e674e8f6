import { readFileSync } from 'node:fs';
import type { PageRenderer } from '@commons/contract/rendered-pages';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member } from '../../test/community.ts';
import { expectSecurityHeaders } from '../../test/problems.ts';
import { post, readHome, setUpCommunityWithPages } from '../../test/web-build.ts';

const unlistedPaths = new Set([
  ...['/forgot-password', '/reset-password', '/confirm-email', '/confirm-concern', '/sign-in-code', '/unsubscribe'],
  ...['/supported-browsers', '/not-connected.html', '/404'],
]);
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';

const publicUrl = 'https://quiet.garden.test';
const community = setUpCommunityWithPages({ PUBLIC_URL: publicUrl });
let ana: Member;
beforeAll(async () => {
  ana = await community.current.member();
});

test('a page has its canonical address under the public URL', async () => {
  const { body, headers } = await community.current.visitor.send<string>('GET', '/self-help/sleep');
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/self-help/sleep"/>`);
  expect(headers['x-robots-tag']).toBeUndefined();
});

test('the sitemap lists each page with a canonical address once, with the day of its last check', async () => {
  const answer = await community.current.visitor.send<string>('GET', '/sitemap.xml');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...answer.body.matchAll(/<url>.*<\/url>/g)].map(([url]) => url)).toEqual([
    `<url><loc>${publicUrl}/self-help/sleep</loc><lastmod>2026-11-22</lastmod></url>`,
  ]);
  expectSecurityHeaders(answer);
});

test('robots.txt names the sitemap and disallows API calls', async () => {
  const answer = await community.current.visitor.send<string>('GET', '/robots.txt');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual(
    expect.arrayContaining(['Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`]),
  );
  expect(await community.current.visitor.send('HEAD', '/robots.txt')).toMatchObject({ status: 200, body: '' });
});

test.for(['/settings', '/posts/whatever', '/sign-in-code', '/no-such-page', '/__spa-fallback.html'])(
  '%s is not indexed, signed in or not',
  async (address) => {
    for (const caller of [community.current.visitor, ana])
      expect((await caller.send('GET', address)).headers['x-robots-tag']).toBe('noindex');
  },
);

test('a member’s home page and a page that answers a form are not indexed', async () => {
  expect((await readHome(ana)).headers['x-robots-tag']).toBe('noindex');
  const answer = await post(community.current.visitor, '/waitlist', { firstName: '' }, { origin: publicUrl });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['x-robots-tag']).toBe('noindex');
});

describe('the build', async () => {
  const dist = new URL('../../../web/dist/', import.meta.url);
  const build = (await import(new URL('server/index.js', dist).href)) as PageRenderer;
  build.configurePages({ productName: 'The Garden', signUp: 'open', publicUrl });
  const pages = (await build.renderPublicPages()).map(({ path, html }) => ({ path, html }));

  test('contains the public pages', () => {
    const all = pages.map(({ path }) => path);
    expect(all).toEqual(
      expect.arrayContaining([
        '/waitlist',
        '/crisis',
        '/self-help',
        '/privacy',
        '/guidelines',
        '/accessibility',
        '/install',
      ]),
    );
    expect(all.filter((path) => path.startsWith('/self-help/')).length).toBeGreaterThanOrEqual(8);
  });

  test.for(pages)('$path has one title and heading', ({ html }) => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]* · The Garden<\/title>/);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  });

  test.for(pages.filter(({ path }) => unlistedPaths.has(path)))(
    '$path has no canonical address, because it is only reached by links',
    ({ html }) => {
      expect(html).not.toContain('rel="canonical"');
    },
  );

  test.for(pages.filter(({ path }) => !unlistedPaths.has(path)))(
    '$path has a canonical address, a description and a preview for sharing',
    ({ path, html }) => {
      // Visitors get the waitlist at `/`.
      const address = `${publicUrl}${path === '/' ? '/waitlist' : path}`;
      expect(html.match(/<meta name="description"/g)).toHaveLength(1);
      expect(contentOf(html, 'description').length).toBeGreaterThan(25);
      expect(html.match(/<link rel="canonical" href="([^"]*)"/g)).toEqual([`<link rel="canonical" href="${address}"`]);
      expect(contentOf(html, 'og:url')).toBe(address);
      for (const name of ['og:type', 'og:title', 'og:site_name', 'og:description', 'og:image:alt', 'twitter:title'])
        expect(contentOf(html, name), name).not.toBe('');
      expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
      expect(contentOf(html, 'twitter:image')).toBe(contentOf(html, 'og:image'));
      // The size of a JPEG is in its frame header (ITU-T T.81, B.2.2).
      const picture = readFileSync(new URL(`client${new URL(contentOf(html, 'og:image')).pathname}`, dist));
      const frame = picture.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(picture[index + 1] ?? 0));
      expect([picture.readUInt16BE(frame + 7), picture.readUInt16BE(frame + 5)]).toEqual([1_200, 630]);
    },
  );
});
