import type { FastifyReply, FastifyRequest } from 'fastify';

/** A public page, its content security policy, and whether search engines may list it. */
export type Page = PageCopy & {
  /** The same page with the navigation for signed-in members. */
  forMembers?: PageCopy;
};

type PageCopy = {
  html: Buffer;
  /** Compresses the page on first use: compressing all pages would delay the start. */
  brotli: () => Promise<Buffer>;
  policy: string;
  isForSearchEngines: boolean;
};

/** Whether the client accepts a content coding (RFC 9110, section 12.5.3). */
export const takes = (request: FastifyRequest, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((accepted) => accepted.split(';').map((part) => part.trim()))
    .some(([name, quality = 'q=1']) => name === encoding && !/^q=0(?:\.0*)?$/.test(quality));

export const takesBrotli = (request: FastifyRequest): boolean => takes(request, 'br');

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
});

/** Member pages and pages for one visitor are not indexed. */
const unlisted = { 'x-robots-tag': 'noindex' };

/** Sends a public page: one variant for visitors, another one for signed-in members. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, built: Page): Promise<FastifyReply> {
  const page = request.viewer ? (built.forMembers ?? built) : built;
  const isSmall = takesBrotli(request);
  const body = isSmall ? await page.brotli() : page.html;
  if (isSmall) void reply.header('content-encoding', 'br');
  if (!page.isForSearchEngines) void reply.headers(unlisted);
  return reply
    .headers({ ...pageHeaders(page.policy), vary: 'cookie, accept-encoding', 'cache-control': 'private, no-cache' })
    .send(body);
}

/** Sends a page that was rendered for one reader. It is not cached. */
export const sendOwnPage = (reply: FastifyReply, html: string | Buffer, policy: string): FastifyReply =>
  reply.headers({ ...pageHeaders(policy), ...unlisted, 'cache-control': 'no-store' }).send(html);
