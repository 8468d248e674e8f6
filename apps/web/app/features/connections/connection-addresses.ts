import type * as contract from '@commons/contract/connections';
import { endpointAddress } from '../../lib/endpoint-address.ts';

/** The calls of connections; the compiler holds each against the contract. */
export const connectionAddresses = {
  list: endpointAddress<typeof contract.listConnections>({ method: 'GET', path: '/api/connections' }),
  listRequests: endpointAddress<typeof contract.listConnectionRequests>({
    method: 'GET',
    path: '/api/connections/requests',
  }),
  listSuggested: endpointAddress<typeof contract.listSuggestedConnections>({
    method: 'GET',
    path: '/api/connections/suggested',
  }),
  request: endpointAddress<typeof contract.requestConnection>({
    method: 'POST',
    path: '/api/connections',
    creates: true,
  }),
  accept: endpointAddress<typeof contract.acceptConnection>({
    method: 'POST',
    path: '/api/connections/{userId}/accept',
  }),
  remove: endpointAddress<typeof contract.removeConnection>({ method: 'DELETE', path: '/api/connections/{userId}' }),
} as const;
