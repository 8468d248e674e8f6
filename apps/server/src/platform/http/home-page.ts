import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { PreloadedResponse } from '@commons/contract/home-view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { escapeHtml, type Page, sendOwnPage, sendPage, takesBrotli } from './page-answers.ts';

/** An API call whose response the home page contains. */
export type HomeAnswer = {
  url: string;
  read: (request: FastifyRequest, reply: FastifyReply) => Promise<PreloadedResponse>;
};

type HomePages = {
  application: Page;
  /** The HTML before and after the first view of a member's home page, and its content security policy. */
  home: { before: string; after: string; policy: string };
  /** Renders the HTML of the first view from the responses. */
  renderHome: (answers: readonly PreloadedResponse[]) => Promise<string>;
};

/** Maximum time for the first view. After it, the page is sent without. */
const timeoutMilliseconds = 300;

/** A low compression level, because the page is compressed for one reader while they wait. */
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = promisify(brotliCompress);

/**
 * Sends a member's `/` with the first view of the feed and its data, so that it is visible before any code has loaded.
 * If that fails or takes too long, sends the empty application with preload headers for the same data.
 */
export async function sendHomePage(
  answers: readonly HomeAnswer[],
  { application, home, renderHome }: HomePages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const renderPage: RenderPage = async (isOver) => {
    const sent = await Promise.all(answers.map(({ read }) => read(request, reply)));
    // After the timeout the result is not used, so rendering it would waste time.
    if (isOver.aborted) return undefined;
    return home.before + (await renderHome(sent)) + sent.map(toDataElement).join('') + home.after;
  };
  const html = request.method === 'GET' ? await withTimeout(renderPage, request) : undefined;
  if (html === undefined) {
    const preloads = answers.map(({ url }) => `<${url}>; rel=preload; as=fetch; crossorigin`);
    return sendPage(request, reply.header('link', preloads.join(', ')), application);
  }
  void reply.header('vary', 'cookie, accept-encoding');
  if (!takesBrotli(request)) return sendOwnPage(reply, html, home.policy);
  return sendOwnPage(reply.header('content-encoding', 'br'), await compress(html, fastCompression), home.policy);
}

type RenderPage = (isOver: AbortSignal) => Promise<string | undefined>;

/** Returns the result of `renderPage` if it is ready in time. */
async function withTimeout(renderPage: RenderPage, request: FastifyRequest): Promise<string | undefined> {
  const waiting = new AbortController();
  const end = setTimeout(timeoutMilliseconds, undefined, { ref: false, signal: waiting.signal });
  try {
    const html = await Promise.race([renderPage(waiting.signal), end]);
    if (html === undefined) request.log.warn('the home page is sent without its first view: it took too long');
    return html;
  } catch (error) {
    // The API call that the page makes next is rejected again.
    request.log[error instanceof AppError ? 'warn' : 'error'](
      { err: error },
      'the home page is sent without its first view',
    );
    return undefined;
  } finally {
    waiting.abort();
  }
}

/** Serializes a response as data. The only character that could end the script element is escaped. */
const toDataElement = ({ url, body, link }: PreloadedResponse): string =>
  `<script type="application/json" data-answer="${escapeHtml(url)}"${
    link === null ? '' : ` data-link="${escapeHtml(link)}"`
  }>${body.replaceAll('<', String.raw`\u003c`)}</script>`;
