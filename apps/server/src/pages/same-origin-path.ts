/**
 * Returns the path to open after signing in: the requested one if it belongs to this site, otherwise `/`. Rejects paths
 * that a browser might read as another host (`//host`, `/\host`, control characters). Dot segments are resolved first,
 * because `/.//host` becomes `//host`. Also rejects API calls, because one of them signs the member out.
 */
export function sameOriginPath(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  const url = URL.canParse(returnTo, base) ? new URL(returnTo, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith('//') || isApiCall(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Decodes the path like the router. An undecodable path is not an API call. */
function isApiCall(pathname: string): boolean {
  try {
    return /^\/api(\/|$)/.test(decodeURI(pathname));
  } catch {
    return false;
  }
}
