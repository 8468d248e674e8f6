import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlainPage } from '@commons/contract/plain-pages';
import { expect, vi } from 'vitest';
import type { ApiResponse, Caller } from './caller.ts';

const marker = 'A page without JavaScript: ';

/** Creates a minimal web build. Each page contains its name and the data that it was asked to show. */
export async function createMinimalWebBuild(
  otherFiles: Record<string, string | Buffer> = {},
): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-web-'));
  const files: Record<string, string | Buffer> = {
    'client/__spa-fallback.html': 'The application',
    'client/404.html': 'The 404 page',
    'client/index.html': '<html lang="en">The waitlist page',
    'client/login/index.html': 'The login page',
    'client/self-help/sleep/index.html':
      '<link rel="canonical" href="https://community.invalid/self-help/sleep"/><meta property="article:modified_time" content="2026-11-22"/>An article of Mindful Commons',
    'client/sharing/community.jpg': 'A picture',
    'client/assets/app-1a2b3c.js': 'export {};',
    'csp.json': JSON.stringify(
      Object.fromEntries(
        [
          ...['__spa-fallback.html', '404.html'],
          ...['index.html', 'login/index.html', 'self-help/sleep/index.html'],
        ].map((page) => [page, []]),
      ),
    ),
    'routes.json': JSON.stringify(['/', '/login', '/messages/:userId?', '/posts/:id', '/settings']),
    'preloads.json': '[]',
    'server-pages.js': `export const renderPlainPage = (page) => '${marker}' + JSON.stringify(page);`,
    'server/index.js': `let settings;
      export const configurePages = (pageSettings) => { settings = pageSettings; };
      export const isRendered = (pathname) => pathname === '/';
      export const needsSession = (pathname) => pathname !== '/' && !pathname.startsWith('/login');
      export const renderPage = async ({ url, nonce, read }) => {
        const [viewer, posts] = [await read('/api/auth/user'), await read('/api/posts')];
        const name = '<p>A member’s home of ' + settings.productName + '</p>';
        const status = [viewer, posts].some((reply) => reply.status >= 500) ? 503 : 200;
        return { status, html: name + JSON.stringify({ url, nonce, viewer, posts }) };
      };`,
    ...otherFiles,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Retries until the home page contains its first view, which may be missing on a busy machine. */
export const withFirstView = <Page>(fetchPage: () => Promise<Page>): Promise<Page> =>
  vi.waitFor(fetchPage, { timeout: 30_000 });

export const readHome = (member: Caller): Promise<ApiResponse<string>> =>
  withFirstView(async () => {
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
  expect(response.headers['content-security-policy']).toMatch(/script-src 'self';.*form-action 'self'/);
  expect(response.body.startsWith(marker)).toBe(true);
  return JSON.parse(response.body.slice(marker.length)) as PlainPage;
}
