import { createHash } from 'node:crypto';
import { updateSettings } from '@commons/contract/profiles/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../test/community.ts';
import { expectProblem, expectSecurityHeaders } from '../../test/problems.ts';
import {
  applicationPage,
  createMinimalWebBuild,
  pageDataIn,
  post,
  readHome,
  serverWith,
  setUpCommunityWithPages,
} from '../../test/web-build.ts';

const community = setUpCommunityWithPages();
let ana: Member;
beforeAll(async () => {
  ana = await community.current.member();
});

describe('an address of the application', () => {
  test.for([
    ['/', 'The landing page'],
    ['/waitlist', 'The waitlist page'],
    ['/forgot-password', 'The page forgot-password'],
    ['/forgot-password?from=mail', 'The page forgot-password'],
    ['/__spa-fallback.html', applicationPage],
  ])('%s opens: %s', async ([url = '', page]) => {
    const answer = await community.current.visitor.send<string>('GET', url);
    expect(answer.status).toBe(200);
    expect(answer.body.endsWith(page ?? '')).toBe(true);
    expectSecurityHeaders(answer);
    expect(await community.current.visitor.send('HEAD', url)).toMatchObject({ status: 200, body: '' });
  });

  test.for(['/settings', '/messages', '/messages/01a1f8b0-1842-784d-8a93-e722f3082526', '/posts/whatever?reply=1'])(
    '%s opens for a member, and asks a visitor to sign in',
    async (url) => {
      const returnTo = new URLSearchParams({ returnTo: url }).toString();
      const signInPage = applicationPage.replace('/login', `/login?${returnTo}`);
      for (const [caller, status, body] of [
        [ana, 200, applicationPage],
        [community.current.visitor, 401, signInPage],
      ] as const) {
        const answer = await caller.send('GET', url);
        expect(answer).toMatchObject({ status, body });
        expectSecurityHeaders(answer);
        expect(await caller.send('HEAD', url)).toMatchObject({ status, body: '' });
      }
    },
  );

  test('a visitor’s link to sign in is never too long to follow', async () => {
    const answer = await community.current.visitor.send('GET', `/settings?tab=${'x'.repeat(9_000)}`);
    expect(answer).toMatchObject({ status: 401, body: applicationPage });
  });

  test.for([
    ['/settings', 401],
    ['/no-such-page', 404],
  ] as const)('the failure of %s replaces the page that a browser has', async ([url, status]) => {
    const { headers } = await community.current.visitor.send('GET', url);
    const condition = { headers: { 'if-none-match': String(headers.etag) } };
    expect((await community.current.visitor.send('GET', url, condition)).status).toBe(status);
  });

  test.for([
    ['/settings/?tab=1', '/settings?tab=1'],
    ['/crisis/', '/crisis'],
    ['/login/', '/login'],
    ['//', '/'],
  ])('%s is the page %s', async ([url = '', location]) => {
    for (const caller of [ana, community.current.visitor])
      expect(await caller.send('GET', url)).toMatchObject({ status: 308, headers: { location } });
  });

  test.for([
    ['br', 'br'],
    ['gzip, BR;q=0.5', 'br'],
    ['br;q=0, gzip', undefined],
    ['x-br', undefined],
    ['', undefined],
  ])('accepts the encodings “%s”: compressed with %s', async ([accepted = '', encoding]) => {
    const answer = await community.current.visitor.send('GET', '/crisis', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  test('/ is a personal page for a signed-in member', async () => {
    const answer = await readHome(ana);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('A member’s home of Mindful Commons');
    expectSecurityHeaders(answer);
  });

  test('allows only pictures and sounds from other sites, and sends no referrer', async () => {
    const { headers } = await ana.send('GET', '/settings');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1)] as const),
    );
    const fromElsewhere = [...policy].filter(([, sources]) => sources.some((source) => source.includes('http')));
    expect(Object.fromEntries(fromElsewhere)).toEqual({
      'img-src': ["'self'", 'data:', 'blob:', 'https:'],
      'media-src': ["'self'", 'blob:', 'https:'],
    });
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  test.for(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('rejects %s', async (method) => {
    expectProblem(await ana.send(method, '/settings'), 404, 'request.not_found');
  });
});

test('the server does not start with a build that cannot be loaded', async () => {
  const web = await createMinimalWebBuild({ 'server/index.js': `throw new Error('a broken build');` });
  await expect(Community.open({ webDirectory: web.directory })).rejects.toThrow('a broken build');
  await web.remove();
});

test('public pages are rendered once, with the settings of the community', async () => {
  const web = await createMinimalWebBuild(
    serverWith(`let settings;
      let renderings = 0;
      export const configurePages = (pageSettings) => { settings = pageSettings; };
      export const renderPublicPages = async () => {
        renderings += 1;
        const html = JSON.stringify({ ...settings, renderings });
        return ['/', '/404', '/waitlist'].map((path) => ({ path, html }));
      };`),
  );
  const environment = { PRODUCT_NAME: 'The Garden', SIGN_UP: 'invited', APP_STORE_URL: 'https://apps.test/' };
  const other = await Community.open({ webDirectory: web.directory, environment });
  for (const url of ['/', '/waitlist'])
    expect(JSON.parse((await other.visitor.send<string>('GET', url)).body)).toEqual({
      productName: 'The Garden',
      signUp: 'invited',
      publicUrl: 'http://commons.test',
      appStoreUrl: 'https://apps.test/',
      operator: {},
      editedPages: {},
      renderings: 1,
    });
  await other.close();
  await web.remove();
});

/** Returns the source of an inline script in a policy. */
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the scripts that a response allows. */
const scriptsOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

test('the policy of a page allows its own inline scripts, but none of the data that a form sends', async () => {
  expect(scriptsOf(await ana.send('GET', '/settings'))).toBe(`'self' ${hashOf('start()')}`);
  expect(scriptsOf(await community.current.visitor.send('GET', '/login'))).toBe(`'self' ${hashOf('login()')}`);
  const answer = await post(community.current.visitor, '/login', { email: '<script>steal()</script>', password: '' });
  expect(pageDataIn(answer).posted?.values['email']).toBe('<script>steal()</script>');
  expect(scriptsOf(answer)).toBe(`'self' ${hashOf('login()')}`);
});

describe('a public page', () => {
  test.for([
    ['/crisis', 200],
    ['/crisis?from=feed', 200],
    ['/no-such-page', 404],
  ] as const)('%s is marked for members only, and not stored by shared caches', async ([url, status]) => {
    const [visitors, members] = [
      await community.current.visitor.send<string>('GET', url),
      await ana.send<string>('GET', url),
    ];
    expect([visitors.status, members.status]).toEqual([status, status]);
    expect(visitors.body).not.toContain('data-viewer');
    expect(members.body).toContain('<html data-viewer="member"');
    for (const { headers } of [visitors, members])
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie, accept-encoding' });
    expect(members.headers['etag']).not.toBe(visitors.headers['etag']);
  });

  test('the file that the service worker caches is the same for everyone', async () => {
    const answer = await ana.send<string>('GET', '/crisis/index.html');
    expect(answer.body).toBe((await community.current.visitor.send<string>('GET', '/crisis')).body);
  });

  test('has the display settings of a member’s account', async () => {
    const ida = await community.current.member();
    await ida.call(updateSettings, { body: { theme: 'dark', textSize: 125 } });
    const answer = await ida.send<string>('GET', '/crisis');
    expect(answer.body).toContain('<html data-viewer="member" data-theme="dark" data-text-size="125"');
    expect((await ana.send<string>('GET', '/crisis')).body).not.toContain('data-theme');
  });

  test('shows the result of its form with the navigation of the member', async () => {
    const form = { email: 'not an address' };
    expect((await post(ana, '/forgot-password', form)).body).toContain('data-viewer="member"');
    expect((await post(community.current.visitor, '/forgot-password', form)).body).not.toContain('data-viewer');
  });

  test('a suspended member sees it as a visitor, and is redirected from screens for members', async () => {
    const sam = await community.current.member();
    await community.current.db.$client.query(
      `UPDATE users SET suspended_until = now() + interval '1 day', suspension_reason = '' WHERE id = $1`,
      [sam.id],
    );
    expect((await sam.send<string>('GET', '/crisis')).body).not.toContain('data-viewer');
    expect((await sam.send<string>('GET', '/login')).body).toContain('The login page');
    for (const url of ['/', '/settings', '/posts/x'])
      expect(await sam.send('GET', url)).toMatchObject({
        status: 302,
        headers: { location: '/suspended', 'cache-control': 'no-store' },
      });
  });

  test.for([
    ['/login', '/'],
    ['/signup', '/'],
    ['/login?returnTo=%2Fsettings%3Ftab%3D1%23device', '/settings?tab=1#device'],
    ['/signup?returnTo=/events', '/events'],
    ['/login?returnTo=%2F%2Fevil.example', '/'],
    ['/login?returnTo=/a&returnTo=/b', '/'],
  ])('%s redirects a signed-in member to %s', async ([url = '', location]) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await ana.send(method, url);
      expect(answer).toMatchObject({ status: 303, headers: { location, 'cache-control': 'no-store' } });
    }
    expect((await community.current.visitor.send('GET', url)).status).toBe(200);
  });
});

describe('an unknown address', () => {
  test.for([
    '/no-such-page',
    '/.env',
    '/package.json',
    '/wp-login.php',
    '/404',
    '/404/',
    '/404/index.html',
    '/404.html',
    '/client/404.html',
    '/csp.json',
    '/server/index.js',
    '/posts',
    '/posts/one/more',
    '/settings/more',
    '/settingss',
    '/Settings',
    '//settings',
    '/settings//',
    '/apis',
    '/index.php',
    '/..%2fpackage.json',
    '/%',
    '/%00',
  ])('%s returns the 404 page, not the application', async (url) => {
    for (const caller of [community.current.visitor, ana]) {
      const answer = await caller.send<string>('GET', url);
      expect(answer.status).toBe(404);
      expect(answer.body).toContain('The 404 page');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expectSecurityHeaders(answer);
      expect(await caller.send('HEAD', url)).toMatchObject({ status: 404, body: '' });
    }
  });

  test.for([
    '/api',
    '/api/',
    '/api?x',
    '/api/nope',
    '/api/posts/x/y/z',
    '/media',
    '/media/x',
    '/audio/x.mp3',
    '/pdfs',
    '/pdfs/x.pdf',
    '/assets',
    '/assets/x.js',
  ])('%s is not a page', async (url) => {
    const answer = await ana.send('GET', url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(405);
    expectProblem(answer, answer.status, answer.status === 404 ? 'request.not_found' : 'request.invalid');
    expect(await ana.send('HEAD', url)).toMatchObject({ status: answer.status, body: '' });
  });

  test('/assets/app-1a2b3c.js exists', async () => {
    expect(await community.current.visitor.send('GET', '/assets/app-1a2b3c.js')).toMatchObject({ status: 200 });
  });

  test.for(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('rejects %s', async (method) => {
    expectProblem(await ana.send(method, '/no-such-page'), 404, 'request.not_found');
  });
});
