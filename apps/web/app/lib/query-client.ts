import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isSignedOutError } from './api-error.ts';
import { leaveForSignIn } from './session-ended.ts';

const onError = (error: Error): void => {
  if (isSignedOutError(error)) leaveForSignIn();
};

declare module '@tanstack/react-query' {
  interface Register {
    /** `changes`: the first parts of the query keys whose answers a mutation makes outdated. */
    mutationMeta: { changes?: readonly string[] };
  }
}

/**
 * Restarts reads in flight: an answer that was requested before a change may show the state before it. With `all`, also
 * reads that no screen shows yet.
 */
export const readAgain = (client: QueryClient, queryKey: QueryKey, type: 'active' | 'all' = 'active'): void => {
  const inFlight = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    type,
    // A next page joins the list as the list is when the page arrives.
    predicate: ({ state }) => state.fetchMeta?.fetchMore === undefined,
  });
  for (const query of inFlight) {
    void query.cancel({ silent: true });
    // Whoever shows it is told of a failure.
    query.fetch().catch(() => undefined);
  }
};

/** Reads something anew, whether or not it is shown by now; an answer on its way may say what was before. Throws a failure. */
export const readAnew = async <Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> => {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true });
  await client.fetchQuery({ ...query, staleTime: 0 });
};

/**
 * Data never becomes stale, is never fetched again by itself and never retried (section 7 of the specification):
 * freshness comes from live frames, which change or invalidate exactly what changed. `networkMode: 'always'` lets a
 * write made offline fail at once, with its text kept, instead of waiting unseen.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (_data, _sent, _before, { meta }, { client }) => {
        for (const name of meta?.changes ?? []) readAgain(client, [name]);
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

/** That of the page. */
export const queryClient = createQueryClient();

/**
 * For what no frame tells of, hence is read again with each visit: what the rest on its link read a moment ago is what
 * the press on it shows.
 */
export const staleOnVisit = { staleTime: 2_000 } as const;

type Begin<Name extends string> = (queryClient: QueryClient, params: { readonly [Key in Name]?: string }) => void;

/**
 * The `clientLoader` of a screen: begins to read everything the screen shows, at once, beside its code and the question
 * who is here. The screen does not wait for it: it draws what it has, and skeletons for the rest. Also called when a
 * link to the screen is about to be pressed.
 */
export const loadsScreen =
  <Name extends string = never>(begin: Begin<Name>) =>
  ({ params }: { params: { readonly [Key in Name]?: string } }): null => {
    begin(queryClient, params);
    return null;
  };
