import type { FastifyReply } from 'fastify';

/** The policy of every response that is not a page: nothing in it may run, load or be framed. */
const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** Other sites must not learn that a person uses this site, neither from links nor from requests for external media. */
const referrerPolicy = 'same-origin';

/** The headers of every response, including Node's own error responses. */
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
  // The browsers' former XSS filter could reveal the content of a page.
  'x-xss-protection': '0',
};

/**
 * Makes the browser clear its HTTP cache. Every reply that ends a session sends this header. Otherwise a private photo
 * would still open from the cache.
 */
export const clearBrowserCache = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');

/**
 * Returns the policy of pages. Scripts and styles are files of this site, or inline with a hash or a nonce. Style
 * attributes are allowed, because React renders them for sizes that depend on data. Sounds and covers of meditations may
 * come from any https address.
 */
export const pagePolicy = ({ scripts, styles = [] }: InlineSources): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Hashes or nonces of the inline scripts and style elements of a page. */
type InlineSources = { scripts: readonly string[]; styles?: readonly string[] };

/** The policy of the service worker, which fetches files of this site for its cache. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Returns the security headers of every response, including errors (OWASP Secure Headers). With `preload`, the owner of
 * the domain may add it to the list that browsers ship (hstspreload.org).
 */
export const securityHeaders = (isHttps: boolean, { preload = false } = {}): Record<string, string> => ({
  ...strictHeaders,
  ...(isHttps && {
    'strict-transport-security': `max-age=63072000; includeSubDomains${preload ? '; preload' : ''}`,
  }),
});
