import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from './security-headers.ts';

/** A page that the build wrote, what its policy lets run, and whether search engines may list it. */
export type Page = PageCopy & {
  /** The same with the navigation of signed-in members. */
  forMembers?: PageCopy;
};

type PageCopy = {
  html: Buffer;
  /** The same, compressed when it is first asked for: all pages at once would hold up a start. */
  brotli: () => Promise<Buffer>;
  policy: string;
  isForSearchEngines: boolean;
};

export const takes = (request: FastifyRequest, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b`).test(request.headers['accept-encoding'] ?? '');

export const takesBrotli = (request: FastifyRequest): boolean => takes(request, 'br');

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
});

/** What members see, and what answers one visitor, is in no index. */
const unlisted = { 'x-robots-tag': 'noindex' };

/** Sends a page of the build: one copy to all visitors, another one to all signed-in members. */
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

/** Sends a page that was drawn for one reader: nothing keeps it. */
export const sendOwnPage = (reply: FastifyReply, html: string | Buffer, policy: string): FastifyReply =>
  reply.headers({ ...pageHeaders(policy), ...unlisted, 'cache-control': 'no-store' }).send(html);

/** Sends a page that was rendered for this visitor. It has no script, and its policy allows none of its own. */
export const sendPlainPage = (reply: FastifyReply, html: string): FastifyReply =>
  sendOwnPage(reply, html, pagePolicy([]));

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
