import { appearanceAttributes } from '@commons/contract/members';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { viewerQuery } from './features/auth/index.ts';
import { DocumentContext, type DocumentSettings } from './lib/document.ts';
import { findResult, pageRequestContext } from './lib/page-data.ts';
import { createQueryClient } from './lib/query-client.ts';
import { isBrowserOnlyError } from './ui/lazy-part.tsx';

/** In development there is no page request. */
const developmentDocument: DocumentSettings = { isRendered: true };

/**
 * Renders a page. The page is sent as a whole: its content is ready before the rendering starts, and a document in
 * pieces would need scripts to put them in place.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // The caller sends the app shell instead, or the client has disconnected.
  if (status >= 500 || request.signal.aborted) return new Response(null, { status: status >= 500 ? status : 503 });
  const page = loadContext.get(pageRequestContext);
  const queryClient = createQueryClient();
  const viewer = findResult(routerContext.staticHandlerContext.loaderData, viewerQuery.queryKey);
  const appearance = appearanceAttributes(viewer ?? {});
  try {
    const html = await renderToBytes(
      <DocumentContext value={{ ...(page ?? developmentDocument), appearance, queryClient }}>
        <ServerRouter
          context={routerContext}
          url={request.url}
          {...(page?.nonce !== undefined && { nonce: page.nonce })}
        />
      </DocumentContext>,
    );
    headers.set('content-type', 'text/html; charset=utf-8');
    return new Response(html, { status, headers });
  } finally {
    // Queries start timers, which would keep the page's data for an hour.
    queryClient.clear();
  }
}

/** Reports errors to the log of the server, and during development to the terminal. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  // oxlint-disable-next-line no-console -- the terminal of the development server
  const { reportError = console.error } = context.get(pageRequestContext) ?? {};
  reportError(error);
};

const renderToBytes = async (node: ReactNode): Promise<Buffer<ArrayBuffer>> => {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(node, {
    // React would send later content with a script that moves it into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      // The browser renders such a component. The digest tells it that this is not a fault.
      if (isBrowserOnlyError(error)) return error.digest;
      failures.push(error);
      return undefined;
    },
  });
  if (failures.length > 0) throw failures[0];
  return Buffer.concat(await Array.fromAsync(prelude as AsyncIterable<Buffer>));
};
