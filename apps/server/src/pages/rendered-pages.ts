import { randomBytes } from 'node:crypto';
import type { PageReply, RenderedPage, PageRenderer } from '@commons/contract/rendered-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from '../platform/http/security-headers.ts';
import { acceptsBrotli, compressFast, sendPrivatePage } from './send-page.ts';

/** Maximum time to render a page. After it, the app shell is sent, which makes the same calls. */
const timeoutMilliseconds = 300;

/** Further pages are sent as the app shell, so that the server answers calls in time. */
const maxRendersInFlight = 8;

/**
 * Returns a function that renders a screen for a signed-in member and sends it. It returns false if rendering fails or
 * takes too long, or if too many pages are being rendered. The caller then sends the app shell, which makes the same
 * calls.
 */
export function createRenderedPageSender(publicUrl: string, renderPage: PageRenderer['renderPage']) {
  let rendersInFlight = 0;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (!request.viewer || rendersInFlight >= maxRendersInFlight) return false;
    const nonce = randomBytes(16).toString('base64');
    const url = pageUrl(publicUrl, request.url);
    const stopping = new AbortController();
    reply.raw.once('close', () => stopping.abort());
    rendersInFlight += 1;
    const rendering = renderPage({
      url,
      viewerId: request.viewer.id,
      nonce,
      read: (path) => read(request, path),
      signal: stopping.signal,
      reportError: (error) => request.log.error({ err: error }, 'a page could not be rendered'),
    });
    const page = await withTimeout(
      rendering.finally(() => {
        rendersInFlight -= 1;
      }),
      stopping,
      request,
    );
    if (!page) return false;
    void reply.status(page.status).header('vary', 'cookie, accept-encoding');
    const policy = pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] });
    const isCompressed = acceptsBrotli(request);
    if (isCompressed) void reply.header('content-encoding', 'br');
    sendPrivatePage(reply, isCompressed ? await compressFast(page.html) : page.html, policy);
    // Not the reply: awaiting it would wait for the end of the response.
    return true;
  };
}

/** Returns the complete URL of a page. The address and the host of a request can be malformed. */
function pageUrl(publicUrl: string, address: string): string {
  const url = new URL(publicUrl);
  const [pathname = '/'] = address.split('?', 1);
  url.pathname = pathname;
  url.search = address.slice(pathname.length);
  return url.href;
}

/**
 * Calls the API in this process as the reader of the page. The call passes the same checks as one from the browser:
 * session, access, rate limits and validation.
 */
async function read(request: FastifyRequest, url: string): Promise<PageReply> {
  const { cookie, host } = request.headers;
  const { statusCode, body, headers } = await request.server.inject({
    method: 'GET',
    url,
    headers: { ...(cookie !== undefined && { cookie }), ...(host !== undefined && { host }) },
    remoteAddress: request.ip,
  });
  return { status: statusCode, body, link: typeof headers.link === 'string' ? headers.link : undefined };
}

/** Returns the page if it is ready in time, and otherwise stops its rendering. */
async function withTimeout(
  page: Promise<RenderedPage>,
  stopping: AbortController,
  { log }: FastifyRequest,
): Promise<RenderedPage | undefined> {
  const timer = setTimeout(() => {
    log.warn('the page is sent without its content: rendering took too long');
    stopping.abort();
  }, timeoutMilliseconds).unref();
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined));
  });
  try {
    const rendered = await Promise.race([stopped, page]);
    if (rendered?.status === 503) log.warn('the page is sent without its content: a read failed');
    else if (rendered && rendered.status >= 500) log.error('the page is sent without its content: rendering failed');
    return rendered && rendered.status < 500 ? rendered : undefined;
  } catch (error) {
    log.error({ err: error }, 'the page is sent without its content');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
