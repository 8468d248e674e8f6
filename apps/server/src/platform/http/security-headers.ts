import type { FastifyInstance, FastifyReply } from 'fastify';

/** The policy of every answer that is not a page: nothing it might contain may run, load or be framed. */
const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** Nobody elsewhere learns from a browser that its owner is here: not from a link, nor by a sound or a cover of theirs. */
const referrerPolicy = 'same-origin';

/** What every answer carries, also one that Node gives without our hooks. */
export const strictHeaders = {
  'content-security-policy': strictPolicy,
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': referrerPolicy,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // What browsers once had against injected scripts let others find out what a page holds.
  'x-xss-protection': '0',
};

/**
 * Makes the browser clear its HTTP cache. Every reply that ends a session sends this header: otherwise a private photo
 * would still open from the cache.
 */
export const clearBrowserCache = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');

/**
 * The policy of our pages. Scripts are files of ours or inline ones whose hash the build wrote down; styles may be
 * inline because Radix positions what floats through style attributes. Sounds and covers of meditations may be wherever an
 * admin says, by https.
 */
export const pagePolicy = (scriptHashes: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of the service worker: it fetches our own files to keep them, and shows nothing itself. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** Security headers on every answer, errors included (OWASP secure headers). */
export function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = {
    ...strictHeaders,
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers);
  });
}
