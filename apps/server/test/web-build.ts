import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlainPage } from '@commons/contract/plain-pages';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { ApiResponse, Caller } from './caller.ts';
import { Community } from './community.ts';

const marker = 'A page without JavaScript: ';

/** The app shell. */
export const applicationPage = 'The application<a href="/login"><script>start()</script>';

const publicPages = {
  '/404': '<html lang="en">The 404 page',
  '/': '<html lang="en">The landing page',
  '/waitlist': '<html lang="en">The waitlist page',
  '/login': '<html lang="en">The login page<script>login()</script>',
  '/signup': '<html lang="en">The sign-up page',
  '/crisis': '<html lang="en">The crisis page',
  ...Object.fromEntries(
    [
      'dmtools',
      'sign-in-code',
      'confirm-email',
      'report-a-concern',
      'confirm-concern',
      'unsubscribe',
      'forgot-password',
      'reset-password',
    ].map((name) => [`/${name}`, `<html lang="en">The page ${name}`]),
  ),
};

/** Renders pages that contain their name and the data that they were asked to show. */
const serverBuild = `let settings;
  const pages = ${JSON.stringify(publicPages)};
  export const configurePages = (pageSettings) => { settings = pageSettings; };
  export const findScreen = (pathname) =>
    /^\\/(messages(\\/[^/]+)?|posts\\/[^/]+|settings|suspended)?$/.test(pathname)
      ? { isRendered: pathname === '/', isForMembers: pathname !== '/' && pathname !== '/suspended' }
      : undefined;
  export const renderPage = async ({ url, nonce, read }) => {
    const [viewer, posts] = [await read('/api/auth/user'), await read('/api/posts')];
    const name = '<p>A member’s home of ' + settings.productName + '</p>';
    const status = [viewer, posts].some((reply) => reply.status >= 500) ? 503 : 200;
    return { status, html: name + JSON.stringify({ url, nonce, viewer, posts }) };
  };
  export const renderShell = async () => '${applicationPage}';
  export const renderPublicPages = async () => [
    ...Object.entries(pages).map(([path, html]) => ({
      path,
      html: html.replace('<html', '<html data-sign-up="' + settings.signUp + '"'),
    })),
    {
      path: '/self-help/sleep',
      html: '<link rel="canonical" href="' + settings.publicUrl + '/self-help/sleep"/>' +
        '<meta property="article:modified_time" content="2026-11-22"/>An article of ' + settings.productName,
    },
  ];
  export const renderPlainPage = async (page) => '<html lang="en">${marker}' + JSON.stringify(page);`;

/** Replaces exports of the minimal server build. */
export const serverWith = (code: string): Record<string, string> => ({
  'server/index.js': `export * from './minimal.js';\n${code}`,
});

/** Creates a minimal web build. */
export async function createMinimalWebBuild(
  otherFiles: Record<string, string | Buffer> = {},
): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-web-'));
  const files: Record<string, string | Buffer> = {
    'client/sharing/community.jpg': 'A picture',
    'client/assets/app-1a2b3c.js': 'export {};',
    'server/minimal.js': serverBuild,
    ...serverWith(''),
    ...otherFiles,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Retries until the home page contains the feed, which may be missing on a busy machine. */
export const untilRendered = <Page>(fetchPage: () => Promise<Page>): Promise<Page> =>
  vi.waitFor(fetchPage, { timeout: 30_000 });

export const readHome = (member: Caller): Promise<ApiResponse<string>> =>
  untilRendered(async () => {
    const page = await member.send<string>('GET', '/');
    expect(page.body).toContain('A member’s home');
    return page;
  });

/** Sends a form like a browser without JavaScript. */
export const post = (
  caller: Caller,
  address: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ApiResponse<string>> =>
  caller.send<string>('POST', address, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html,application/xhtml+xml;q=0.9',
      origin: 'http://commons.test',
      ...headers,
    },
  });

/** Returns the data that a page without JavaScript was asked to show. */
export function pageDataIn(response: ApiResponse<string>): PlainPage {
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['content-security-policy']).toMatch(/script-src 'self'[^;]*;.*form-action 'self'/);
  const [, data = ''] = response.body.split(marker);
  return JSON.parse(data) as PlainPage;
}

/** Opens a community with a minimal web build before the tests of a file and closes it afterwards. */
export function setUpCommunityWithPages(environment: Record<string, string> = {}): { readonly current: Community } {
  let community: Community;
  let removeWeb: () => Promise<void>;
  beforeAll(async () => {
    const web = await createMinimalWebBuild();
    removeWeb = web.remove;
    community = await Community.open({ webDirectory: web.directory, environment });
  });
  afterAll(async () => {
    await community.close();
    await removeWeb();
  });
  return {
    get current() {
      return community;
    },
  };
}
