import { authCalls } from '@commons/contract/auth/calls';
import type { CurrentUser } from '@commons/contract/auth/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isSignedOutError } from '../../lib/api-error.ts';

/** The signed-in member, or null for visitors. On public pages, 401 is not an error. */
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
  // Every screen uses the viewer.
  gcTime: Infinity,
});

const viewerIdQuery = { ...viewerQuery, select: (viewer: CurrentUser | null) => viewer?.id };

/** Returns the viewer's id, for components that must not re-render when other viewer data changes. */
export const useViewerId = (): string | undefined => useQuery(viewerIdQuery).data;

/** Returns the signed-in member, or null for visitors. Undefined while loading or after an error. */
export const useViewer = (): CurrentUser | null | undefined => useQuery(viewerQuery).data;
