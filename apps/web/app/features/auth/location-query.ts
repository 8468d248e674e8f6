import { useSyncExternalStore } from 'react';
import { usePlainPage } from '../../lib/plain-page.ts';

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/**
 * One parameter of the address; null while prerendered and at hydration, where the address is not known, then its value.
 */
export function useQueryParameter(name: string): string | null {
  const plainSearch = usePlainPage()?.search ?? '';
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.search).get(name),
    () => new URLSearchParams(plainSearch).get(name),
  );
}

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
