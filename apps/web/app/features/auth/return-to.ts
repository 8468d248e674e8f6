import { usePlainPage } from '../../lib/plain-page.ts';

/** Where the visitor wanted to go; null where they did not say, and while the page is built for everybody. */
export const useReturnTo = (): string | null => new URLSearchParams(usePlainPage()?.search ?? '').get('returnTo');

const anyOrigin = 'http://here.invalid';

/** Where to go after signing in: a path of this site, else the home page. Never a call of the API. */
export function safeReturnTo(value: string | null): string {
  if (value === null || !value.startsWith('/')) return '/';
  try {
    // `//host`, `/\host` and the like are paths to the eye and other sites to the browser; parsing decides as it does.
    const url = new URL(value, anyOrigin);
    const isElsewhere = url.origin !== anyOrigin || url.pathname.startsWith('//');
    // The server decodes a path before it looks for its route.
    if (isElsewhere || /^\/api(\/|$)/.test(decodeURI(url.pathname))) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** A path with the return address carried along, where there is one. */
export const withReturnTo = (path: string, returnTo: string | null) =>
  returnTo === null ? path : `${path}?${new URLSearchParams({ returnTo }).toString()}`;
