import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { appearanceAttributes } from '@commons/contract/members';
import type { PlainPage } from '@commons/contract/plain-pages';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../platform/sessions/viewer.ts';

/** A public page, its content security policy, and whether search engines may list it. */
export type PreparedPage = {
  html: string;
  policy: string;
  isForSearchEngines: boolean;
  /** Returns the copy with these root attributes. */
  copyWith: (attributes: string) => PageCopy;
};

export type PageCopy = {
  html: Buffer;
  brotli: () => Promise<Buffer>;
};

/** Returns the content coding that the client prefers (RFC 9110, section 12.5.3), or null to send none. */
export const preferredEncoding = <Encoding extends string>(
  request: FastifyRequest,
  encodings: Encoding[],
): Encoding | null => negotiate(request.headers['accept-encoding']?.toLowerCase() ?? '', encodings);

export const acceptsBrotli = (request: FastifyRequest): boolean => preferredEncoding(request, ['br']) === 'br';

/** The style sheet shows the links for members in documents with this attribute. */
export const memberAttribute = ' data-viewer="member"';

/** Returns the root attributes for a reader: they show a member's navigation and apply the display settings. */
function attributesFor(viewer: Viewer | undefined): string {
  if (!viewer) return '';
  const { theme, motion, textSize } = appearanceAttributes(viewer.appearance ?? {});
  const settings = Object.entries({ theme, motion, 'text-size': textSize })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${value}"`);
  return memberAttribute + settings.join('');
}

/** Adds attributes to the root element of a page. */
export const withRootAttributes = (html: string, attributes: string): string =>
  html.replace('<html', `<html${attributes}`);

/** A low compression level, for pages that are compressed for one reader while they wait. */
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = promisify(brotliCompress);
export const compressFast = (html: string | Uint8Array): Promise<Buffer> => compress(html, fastCompression);

type RenderedForReader = { html: string; policy: string };

/** Renders a public page with data for the reader of a request. Undefined if there is no web build. */
export async function renderForReader(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PlainPage,
): Promise<RenderedForReader | undefined> {
  const { pages, findPageViewer } = request.server;
  if (!pages) return undefined;
  await findPageViewer(request, reply);
  const { html, policy } = await pages.renderPlainPage(page);
  return { html: withRootAttributes(html, attributesFor(request.viewer)), policy };
}

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
});

/** Member pages and pages for one visitor are not indexed. */
const unlisted = { 'x-robots-tag': 'noindex' };

/** Sends a public page with the root attributes of its reader. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PreparedPage,
): Promise<FastifyReply> {
  const copy = page.copyWith(attributesFor(request.viewer));
  const isCompressed = acceptsBrotli(request);
  const body = isCompressed ? await copy.brotli() : copy.html;
  if (isCompressed) void reply.header('content-encoding', 'br');
  if (!page.isForSearchEngines) void reply.headers(unlisted);
  return reply
    .headers({ ...pageHeaders(page.policy), vary: 'cookie, accept-encoding', 'cache-control': 'private, no-cache' })
    .send(body);
}

/** Node.js refuses requests with headers above 16 KB. */
const maxReturnToLength = 8_000;

/** Sends the application to a visitor at a member's address. Without scripts, its link to sign in leads back there. */
export function sendSignInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, policy }: PreparedPage,
): FastifyReply {
  const returnTo = new URLSearchParams({ returnTo: request.url }).toString();
  const login = returnTo.length > maxReturnToLength ? '/login' : `/login?${returnTo}`;
  return sendPrivatePage(reply, html.replace('href="/login"', `href="${login}"`), policy);
}

/** Sends a page that was rendered for one reader. It is not cached. */
export const sendPrivatePage = (reply: FastifyReply, html: string | Uint8Array, policy: string): FastifyReply =>
  reply.headers({ ...pageHeaders(policy), ...unlisted, 'cache-control': 'no-store' }).send(html);
