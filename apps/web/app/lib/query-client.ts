import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isConsentError, isSignedOutError } from './api-error.ts';
import { leaveForSignIn } from './session-ended.ts';

const onError = (error: Error): void => {
  if (import.meta.env.SSR) return;
  if (isSignedOutError(error)) leaveForSignIn();
  // The frame then asks for the consent.
  if (isConsentError(error)) void queryClient.invalidateQueries({ queryKey: ['viewer'] });
};

declare module '@tanstack/react-query' {
  interface Register {
    /** `changes`: first parts of query keys. Their reads in flight restart when the mutation succeeds. */
    mutationMeta: { changes?: readonly string[] };
  }
}

/**
 * Restarts reads in flight, because a response requested before a change may show the old state. With `all`, also reads
 * without an observer.
 */
export const restartReads = (client: QueryClient, queryKey: QueryKey, type: 'active' | 'all' = 'active'): void => {
  const inFlight = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    type,
    // A next page is merged into the list as it is when the page arrives.
    predicate: ({ state }) => state.fetchMeta?.fetchMore === undefined,
  });
  for (const query of inFlight) {
    // `refetchQueries` would join a first load in flight instead of replacing it.
    void query.cancel({ silent: true });
    // Observers report the failure.
    query.fetch().catch(() => undefined);
  }
};

/**
 * Refetches a query, with or without observers, and cancels a read in flight, which may return the state before a
 * change. Throws on failure.
 */
export const refetchNow = async <Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> => {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true });
  return client.fetchQuery({ ...query, staleTime: 0 });
};

/**
 * By default, data does not become stale with time, and failed reads are not retried (section 7 of the specification).
 * Live frames update or invalidate exactly the changed data. With `networkMode: 'always'`, a mutation made offline fails at once and its text
 * is kept, instead of waiting unseen.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (_data, _sent, _before, { meta }, { client }) => {
        for (const name of meta?.changes ?? []) restartReads(client, [name]);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The page's client. */
export const queryClient = createQueryClient();

/**
 * For data that live frames do not keep complete, for example the authors' profiles: it is refetched on each visit. Two
 * seconds, so that a click reuses the data preloaded on hover.
 */
export const staleOnVisit = { staleTime: 2_000 } as const;

type Params<Name extends string> = { readonly [Key in Name]?: string };

/**
 * Starts the reads of a screen. Runs in the browser, and on the server for pages that it renders. There the viewer's own
 * data is still being read, so the id is an argument.
 */
export type Prefetch<Name extends string = never> = (
  queryClient: QueryClient,
  params: Params<Name>,
  search: URLSearchParams,
  viewerId?: string,
) => void;

/**
 * Creates the `clientLoader` of a screen: starts all of its reads at once, in parallel with its code and the session
 * check. The screen does not wait for them: it shows skeletons. Also called to preload a link's screen.
 */
export const screenLoader =
  <Name extends string = never>(prefetch: Prefetch<Name>) =>
  ({ params, request }: { params: Params<Name>; request?: Request }): null => {
    prefetch(queryClient, params, new URL(request?.url ?? window.location.href).searchParams);
    return null;
  };
