import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request's headers as the account library reads them, with the address that the platform trusts. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.set('x-real-ip', request.ip);
  return headers;
}

/** Hands the cookies of the account library to the browser. */
export function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) void reply.header('set-cookie', cookie);
}

/**
 * Where to go after signing in: the path asked for if it is one of this site, else `/`. Anything that a browser might
 * read as another host (`//host`, `/\host`, control characters) is not a path of this site. Dot segments are resolved
 * before looking: `/.//host` becomes `//host`. Nor is a call of the API somewhere to go: one of them signs out.
 */
export function sameOriginPath(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  const url = URL.canParse(returnTo, base) ? new URL(returnTo, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith('//') || isCall(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Decoded as the router does it. A path that cannot be decoded is not a call either. */
function isCall(pathname: string): boolean {
  try {
    return /^\/api(\/|$)/.test(decodeURI(pathname));
  } catch {
    return false;
  }
}
