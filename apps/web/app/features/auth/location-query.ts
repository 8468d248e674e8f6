import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/**
 * One parameter of the address; null while prerendered and at hydration, where the address is not known, then its value.
 */
export const useQueryParameter = (name: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  );

/** Where to go after signing in: a path of this site, else the home page. Never a call of the API. */
export function safeReturnTo(value: string | null, origin: string): string {
  if (value === null || !value.startsWith('/')) return '/';
  try {
    // `//host`, `/\host` and the like are paths to the eye and other sites to the browser; parsing decides as it does.
    const url = new URL(value, origin);
    if (url.origin !== origin || url.pathname.startsWith('/api/')) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** A path with the return address carried along, where there is one. */
export const withReturnTo = (path: string, returnTo: string | null) =>
  returnTo === null ? path : `${path}?${new URLSearchParams({ returnTo }).toString()}`;
