import { authCalls } from '@commons/contract/auth';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(authCalls.listSessions, undefined, { signal }),
  // A list of sign-ins is read to find what changed elsewhere, which no live frame tells.
  gcTime: 0,
});

export const endAllSessionsMutation = mutationOptions({ mutationFn: () => call(authCalls.endAllSessions) });
