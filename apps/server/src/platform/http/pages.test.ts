import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem, expectSecurityHeaders } from '../../../test/problems.ts';
import { buildTinyWeb, readHome } from '../../../test/web-build.ts';

let community: Community;
let ana: Member;
let removeWeb: () => Promise<void>;
beforeAll(async () => {
  const web = await buildTinyWeb();
  removeWeb = web.remove;
  community = await Community.open({ webDirectory: web.directory });
  ana = await community.member();
});
afterAll(async () => {
  await community.close();
  await removeWeb();
});

describe('the way to the app', () => {
  const banner = '<aside>App: <a href="https://app-store.invalid">Get it</a></aside>';
  const built = {
    'client/dmtools/index.html': `<html><head></head>Tools${banner}and more`,
    'csp.json': JSON.stringify({
      '__spa-fallback.html': [],
      '__home.html': [],
      '404.html': [],
      'dmtools/index.html': [],
    }),
  };

  test.for([
    [
      '',
      '<head><meta name="product-name" content="Mindful Commons"/></head>Tools<aside>App: <a href="/install">Get it</a></aside>and more',
    ],
    [
      'https://apps.test/?id=1&"$&',
      '<head><meta name="product-name" content="Mindful Commons"/><meta name="app-store" content="https://apps.test/?id=1&amp;&quot;$&amp;"/></head>' +
        'Tools<aside>App: <a href="https://apps.test/?id=1&amp;&quot;$&amp;">Get it</a></aside>and more',
    ],
  ] as const)('is on the page when it is configured as "%s"', async ([address, page]) => {
    const web = await buildTinyWeb(built);
    const other = await Community.open({ webDirectory: web.directory, environment: { APP_STORE_URL: address } });
    const { body } = await other.visitor.send<string>('GET', '/dmtools');
    expect(body).toBe(`<html data-sign-up="open">${page}`);
    await other.close();
    await web.remove();
  });
});

describe('an address of the application', () => {
  test.for([
    ['/', '<html data-sign-up="open" lang="en">The waitlist page'],
    ['/login', 'The login page'],
    ['/login/', 'The login page'],
    ['/login?returnTo=/settings', 'The login page'],
    ['/settings', 'The application'],
    ['/settings/', 'The application'],
    ['/messages', 'The application'],
    ['/messages/01a1f8b0-1842-784d-8a93-e722f3082526', 'The application'],
    ['/posts/whatever?reply=1', 'The application'],
    ['/__spa-fallback.html', 'The application'],
  ])('%s opens: %s', async ([url = '', page]) => {
    const answer = await community.visitor.send('GET', url);
    expect(answer).toMatchObject({ status: 200, body: page });
    expectSecurityHeaders(answer);
    expect(await community.visitor.send('HEAD', url)).toMatchObject({ status: 200, body: '' });
  });

  test('/ is a page of their own to whoever is signed in', async () => {
    const answer = await readHome(ana);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('A member’s home: Mindful Commons with /api/auth/user and /api/posts');
    expectSecurityHeaders(answer);
  });

  test('shows pictures and plays sounds from anywhere by https, loads nothing else from elsewhere, and tells nobody there', async () => {
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

  test.for(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('takes no %s', async (method) => {
    expectProblem(await ana.send(method, '/settings'), 404, 'request.not_found');
  });
});

describe('an unknown address', () => {
  test.for([
    '/no-such-page',
    '/.env',
    '/package.json',
    '/wp-login.php',
    '/404.html',
    '/client/404.html',
    '/csp.json',
    '/server-pages.js',
    '/__home.html',
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
  ])('%s is the 404 page, and not the application', async (url) => {
    for (const caller of [community.visitor, ana]) {
      const answer = await caller.send('GET', url);
      expect(answer).toMatchObject({ status: 404, body: 'The 404 page' });
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
  ])('%s is no page at all', async (url) => {
    const answer = await ana.send('GET', url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(405);
    expectProblem(answer, answer.status, answer.status === 404 ? 'request.not_found' : 'request.invalid');
    expect(await ana.send('HEAD', url)).toMatchObject({ status: answer.status, body: '' });
  });

  test('/assets/app-1a2b3c.js, which is there, is', async () => {
    expect(await community.visitor.send('GET', '/assets/app-1a2b3c.js')).toMatchObject({ status: 200 });
  });

  test.for(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is none for %s either', async (method) => {
    expectProblem(await ana.send(method, '/no-such-page'), 404, 'request.not_found');
  });
});
