import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { sameOriginPath } from '../../pages/same-origin-path.ts';

const community = setUpCommunity();
const siteOrigin = 'https://commons.test';

/** Returns the URL that a browser on the sign-in page opens for `location`. */
const destination = (location: string) => new URL(location, `${siteOrigin}/login`);

const fragment = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    './',
    '../',
    '%2e',
    '%2F',
    '%5C',
    '@',
    ':',
    '?',
    '#',
    '&',
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
  ],
  ...['elsewhere.test', 'https:', 'javascript:', 'data:', 'posts', 'é', '\u2028', '\u{1F600}', '\uD800', '[::1]', ';'],
);
const hostilePath = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(''));

/** Returns the `location` to which `/api/login` redirects. */
const redirectLocation = async (returnTo: string) => {
  const response = await community.current.visitor.send(
    'GET',
    `/api/login?${new URLSearchParams({ returnTo }).toString()}`,
  );
  expect(response.status).toBe(302);
  return response.headers.location;
};

describe('the page after signing in', () => {
  test.for([
    ['/posts', '/posts'],
    ['/posts?tab=new#latest', '/posts?tab=new#latest'],
    ['/members/ana%20lund', '/members/ana%20lund'],
    [undefined, '/'],
    ['', '/'],
    ['posts', '/'],
    ['https://elsewhere.test/posts', '/'],
    ['//elsewhere.test', '/'],
    ['///elsewhere.test', '/'],
    ['/\\elsewhere.test', '/'],
    ['/\t/elsewhere.test', '/'],
    ['\n//elsewhere.test', '/'],
    ['/.//elsewhere.test', '/'],
    ['/%2e//elsewhere.test', '/'],
    ['/posts/..//elsewhere.test', '/'],
    ['/posts/../..//elsewhere.test/a', '/'],
    ['/@elsewhere.test', '/@elsewhere.test'],
    ['javascript:alert(1)', '/'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['/api/logout', '/'],
    ['/%61p%69/logout', '/'],
    ['/posts/../api', '/'],
    ['/apiary', '/apiary'],
    ['/%', '/%'],
  ])('for the return address %j is %j', ([returnTo, expected]) => {
    expect(sameOriginPath(returnTo)).toBe(expected);
  });

  test('is on this site for any return address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostilePath,
          hostilePath.map((path) => `/${path}`),
          fc.string(),
          fc.webUrl(),
        ),
        (returnTo) => {
          const path = sameOriginPath(returnTo);
          expect(path).toMatch(/^\/(?![/\\])/);
          expect(destination(path).origin).toBe(siteOrigin);
          expect(sameOriginPath(path)).toBe(path);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is passed to the sign-in page only if it is on this site', async () => {
    expect(await redirectLocation('/posts?tab=new')).toBe('/login?returnTo=%2Fposts%3Ftab%3Dnew');
    expect(await redirectLocation('/.//elsewhere.test')).toBe('/login');
    expect(await redirectLocation('/')).toBe('/login');
    await fc.assert(
      fc.asyncProperty(hostilePath, async (returnTo) => {
        const location = destination((await redirectLocation(returnTo)) ?? '');
        expect(location.origin).toBe(siteOrigin);
        expect(location.pathname).toBe('/login');
        expect(destination(location.searchParams.get('returnTo') ?? '/').origin).toBe(siteOrigin);
      }),
      { numRuns: 100 },
    );
  });

  test.for([
    ['no path', '/api/login'],
    ['two paths', '/api/login?returnTo=/a&returnTo=/b'],
    ['an overlong path', `/api/login?returnTo=/${'a'.repeat(2_000)}`],
  ])('is not passed to the sign-in page for %s', async ([, url = '']) => {
    const response = await community.current.visitor.send('GET', url);
    expect(response).toMatchObject({ status: 302, headers: { location: '/login' } });
  });
});
