import type { Configuration } from '../configuration.ts';

/**
 * The origins whose pages may make unsafe calls and open sockets: that of the public address. On loopback, where people
 * type any of its names, all of them at that port.
 */
export function allowedOrigins(configuration: Configuration, publicUrl: string): Set<string> {
  const { origin, port, protocol } = new URL(publicUrl);
  if (configuration.publicUrl || !configuration.listensOnLoopback) return new Set([origin]);
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port}`));
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something, judged by where it comes from. Browsers send `Origin` with every unsafe
 * request; a request without it carries no ambient cookies of a victim.
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
