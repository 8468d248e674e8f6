/**
 * Returns the path to open after signing in: the requested one if it belongs to this site, else `/`. Anything that a
 * browser might read as another host (`//host`, `/\host`, control characters) does not. Dot segments are resolved first:
 * `/.//host` becomes `//host`. API calls are refused as well, since one of them signs out.
 */
export function sameOriginPath(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  const url = URL.canParse(returnTo, base) ? new URL(returnTo, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith('//') || isCall(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Decodes as the router does. A path that cannot be decoded is no call. */
function isCall(pathname: string): boolean {
  try {
    return /^\/api(\/|$)/.test(decodeURI(pathname));
  } catch {
    return false;
  }
}
