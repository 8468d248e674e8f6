import { type DataTag, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { createContext, data, type RouterContextProvider, useMatches } from 'react-router';
import { ApiError } from './api-error.ts';
import type { DocumentSettings } from './document.ts';
import { createQueryClient, type Prefetch } from './query-client.ts';

/** The page that the server is rendering. Null during development. */
export const pageRequestContext = createContext<DocumentSettings | null>(null);

/** Results of a screen's reads on the server. */
type PageData = { queries: (readonly [key: QueryKey, data: unknown])[] };

type LoaderCall = {
  params: Record<string, string | undefined>;
  request: Request;
  context: Readonly<RouterContextProvider>;
};

/** Returns the status of a page whose read failed. A malformed id (400) is a page that does not exist. */
const statusOf = (failure: Error): number => {
  const status = failure instanceof ApiError ? failure.status : 0;
  if (status === 403) return status;
  return status === 404 || status === 400 ? 404 : 503;
};

/**
 * Creates the server `loader` of a screen: makes the screen's reads and sends their results with the page. Each page has
 * its own query client, so that nothing is shared between members. `statusIfNull` is the status of a page whose first
 * read found nothing.
 */
export const pageLoader =
  <Name extends string = never>(prefetch: Prefetch<Name>, { statusIfNull = 200 } = {}) =>
  async ({ params, request, context }: LoaderCall) => {
    // No data in the app shell and during development.
    const page = context.get(pageRequestContext);
    if (page?.isRendered !== true) return null;
    const client = createQueryClient();
    prefetch(client, params as Parameters<Prefetch<Name>>[1], new URL(request.url).searchParams, page.viewerId);
    const queries = client.getQueryCache().getAll();
    await Promise.allSettled(queries.map(async ({ promise }) => promise));
    // The query library starts timers after its reads, which would keep the data for an hour.
    await new Promise((resolve) => setImmediate(resolve));
    client.clear();
    const failure = queries.find(({ state }) => state.error)?.state.error;
    const statusOfContent = queries[0]?.state.data === null ? statusIfNull : 200;
    const status = failure ? statusOf(failure) : statusOfContent;
    // The server sends the app shell instead, which makes the same calls and shows the failure.
    // Thrown, because the status of a child route's loader would replace a returned one.
    // oxlint-disable-next-line typescript/only-throw-error -- React Router's error with a status
    if (status === 503) throw data(null, { status });
    const read = queries.filter(({ state }) => state.status === 'success');
    const results = read.map(({ queryKey, state }) => [queryKey, state.data] as const);
    return data<PageData>({ queries: results }, { status });
  };

/** Server `loader` of a screen that is sent as a skeleton in its frame. */
export const frameLoader = (call: LoaderCall) => pageLoader(() => undefined)(call);

const isPageData = (value: unknown): value is PageData =>
  typeof value === 'object' && value !== null && 'queries' in value;

/** Returns the result of a read that loaders have made for the page, or undefined. */
export const findResult = <Result>(
  loaderData: Record<string, unknown>,
  queryKey: DataTag<QueryKey, Result, Error>,
): Result | undefined =>
  Object.values(loaderData)
    .flatMap((data) => (isPageData(data) ? data.queries : []))
    .find(([key]) => hashKey(key) === hashKey(queryKey))?.[1] as Result | undefined;

/** Fills the query client with the results that the server sent with the page. */
export function usePageData(client: QueryClient): void {
  const matches = useMatches();
  useState(() => {
    for (const { loaderData } of matches)
      if (isPageData(loaderData)) for (const [key, value] of loaderData.queries) client.setQueryData(key, value);
  });
}
