import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { SentAnswer } from '@commons/contract/home-view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { escapeHtml, type Page, sendOwnPage, sendPage, takesBrotli } from './page-answers.ts';

/** A call whose answer the home page brings along: its address, and what it would answer to the member who asks. */
export type HomeAnswer = {
  url: string;
  read: (request: FastifyRequest, reply: FastifyReply) => Promise<SentAnswer>;
};

type HomePages = {
  application: Page;
  /** What stands before and after the first view of a member's home page, and what that page may run. */
  home: { before: string; after: string; policy: string };
  /** The HTML of the first view, of what the calls answered. */
  renderHome: (answers: readonly SentAnswer[]) => Promise<string>;
};

/** So long the first view may take; then the page goes out without it. */
const patienceMilliseconds = 300;

/** A page for one reader is compressed while they wait: more would cost more than it saves. */
const quickCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = promisify(brotliCompress);

/**
 * Answers a member's `/` with the first view of the feed and the data that it shows, so that it is read before any code
 * came. Where that fails or takes long, the page is the empty application, told at once which answers it will want: they
 * travel beside the code and not after it.
 */
export async function sendHomePage(
  answers: readonly HomeAnswer[],
  { application, home, renderHome }: HomePages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const draw: Draw = async (isOver) => {
    const sent = await Promise.all(answers.map(({ read }) => read(request, reply)));
    // A busy server draws nothing that nobody waits for.
    if (isOver.aborted) return undefined;
    return home.before + (await renderHome(sent)) + sent.map(dataOf).join('') + home.after;
  };
  const html = request.method === 'GET' ? await inTime(draw, request) : undefined;
  if (html === undefined) {
    const preloads = answers.map(({ url }) => `<${url}>; rel=preload; as=fetch; crossorigin`);
    return sendPage(request, reply.header('link', preloads.join(', ')), application);
  }
  void reply.header('vary', 'cookie, accept-encoding');
  if (!takesBrotli(request)) return sendOwnPage(reply, html, home.policy);
  return sendOwnPage(reply.header('content-encoding', 'br'), await compress(html, quickCompression), home.policy);
}

type Draw = (isOver: AbortSignal) => Promise<string | undefined>;

/** What `draw` answers, if it does so in time. */
async function inTime(draw: Draw, request: FastifyRequest): Promise<string | undefined> {
  const waiting = new AbortController();
  const end = setTimeout(patienceMilliseconds, undefined, { ref: false, signal: waiting.signal });
  try {
    const html = await Promise.race([draw(waiting.signal), end]);
    if (html === undefined) request.log.warn('the home page goes out without its first view: it takes too long');
    return html;
  } catch (error) {
    // What is refused is refused again to the call that the page then makes.
    request.log[error instanceof AppError ? 'warn' : 'error']({ err: error }, 'the home page has no first view');
    return undefined;
  } finally {
    waiting.abort();
  }
}

/** Data, no script, to the browser: the one sign with which it could end is not in it. */
const dataOf = ({ url, body, link }: SentAnswer): string =>
  `<script type="application/json" data-answer="${escapeHtml(url)}"${
    link === null ? '' : ` data-link="${escapeHtml(link)}"`
  }>${body.replaceAll('<', String.raw`\u003c`)}</script>`;
