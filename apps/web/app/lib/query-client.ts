import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOutError } from './api-error.ts';
import { leaveForSignIn } from './session-ended.ts';

const onError = (error: Error): void => {
  if (isSignedOutError(error)) leaveForSignIn();
};

/**
 * Data never becomes stale, is never fetched again by itself and never retried (section 7 of the specification):
 * freshness comes from live frames, which change or invalidate exactly what changed. `networkMode: 'always'` lets a
 * write made offline fail at once, with its text kept, instead of waiting unseen.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
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
