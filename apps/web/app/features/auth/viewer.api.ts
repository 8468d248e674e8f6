import { authCalls, type CurrentUser } from '@commons/contract/auth';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isSignedOutError } from '../../lib/api-error.ts';

/** Who is signed in; null when nobody is, which on a public page is not an error. */
export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call(authCalls.getCurrentUser, undefined, { signal });
    } catch (error) {
      if (isSignedOutError(error)) return null;
      throw error;
    }
  },
  // The viewer outlives every screen.
  gcTime: Infinity,
});

const viewerIdQuery = { ...viewerQuery, select: (viewer: CurrentUser | null) => viewer?.id };

/** For what must not render again whenever a figure of the member's own changes. */
export const useViewerId = (): string | undefined => useQuery(viewerIdQuery).data;

/** The signed-in member; null when nobody is signed in; undefined until known (or while the answer is an error). */
export const useViewer = (): CurrentUser | null | undefined => useQuery(viewerQuery).data;
