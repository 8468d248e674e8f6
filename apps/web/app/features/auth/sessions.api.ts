import type * as contract from '@commons/contract/auth';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { endpointAddress } from '../../lib/endpoint-address.ts';

const listSessions = endpointAddress<typeof contract.listSessions>({ method: 'GET', path: '/api/auth/sessions' });
const endAllSessions = endpointAddress<typeof contract.endAllSessions>({
  method: 'DELETE',
  path: '/api/auth/sessions',
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, undefined, { signal }),
  // A list of sign-ins is read to find what changed elsewhere, which no live frame tells.
  gcTime: 0,
});

export const endAllSessionsMutation = mutationOptions({ mutationFn: () => call(endAllSessions) });
