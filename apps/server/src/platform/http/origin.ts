import type { Configuration } from '../configuration.ts';

/**
 * Returns the origins whose pages may send unsafe requests and open sockets: the origin of the public URL. On loopback
 * without a public URL, all names of this machine at that port.
 */
export function allowedOrigins(configuration: Configuration, publicUrl: string): Set<string> {
  const { origin, port, protocol } = new URL(publicUrl);
  if (configuration.publicUrl || !configuration.listensOnLoopback) return new Set([origin]);
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port}`));
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something, based on its origin. Browsers send `Origin` with every unsafe request. A
 * request without it does not come from a page with the victim's cookies.
 */
export function isOriginAllowed(
  method: string,
  headers: { origin?: string | undefined; 'sec-fetch-site'?: unknown },
  allowed: Set<string>,
): boolean {
  if (safeMethods.has(method)) return true;
  if (headers.origin !== undefined) return allowed.has(headers.origin);
  return headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
}
