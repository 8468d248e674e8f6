import { usePlainPage } from '../../lib/plain-page.ts';

/** Returns the path to open after sign-in. Null if there is none or the page is the same for everyone. */
export const useReturnTo = (): string | null => new URLSearchParams(usePlainPage()?.search ?? '').get('returnTo');

const placeholderOrigin = 'http://here.invalid';

/** Returns a same-origin path to open after signing in, or the home page. Never an API path. */
export function safeReturnTo(value: string | null): string {
  if (value === null || !value.startsWith('/')) return '/';
  try {
    // Browsers treat `//host` and `/\host` as other sites, so the URL parser decides.
    const url = new URL(value, placeholderOrigin);
    const isOtherSite = url.origin !== placeholderOrigin || url.pathname.startsWith('//');
    // The server decodes the path before routing.
    if (isOtherSite || /^\/api(\/|$)/.test(decodeURI(url.pathname))) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** Adds the return path to a link, if there is one. */
export const withReturnTo = (path: string, returnTo: string | null) =>
  returnTo === null ? path : `${path}?${new URLSearchParams({ returnTo }).toString()}`;
