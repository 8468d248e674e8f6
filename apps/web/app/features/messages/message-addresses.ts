import type * as connections from '@commons/contract/connections';
import type * as contract from '@commons/contract/messages';
import { endpointAddress } from '../../lib/endpoint-address.ts';

/** The calls of messages; the compiler holds each against the contract. */
export const messageAddresses = {
  listConversations: endpointAddress<typeof contract.listConversations>({
    method: 'GET',
    path: '/api/messages/conversations',
  }),
  getConversation: endpointAddress<typeof contract.getConversation>({
    method: 'GET',
    path: '/api/messages/conversations/{userId}',
  }),
  list: endpointAddress<typeof contract.listMessages>({ method: 'GET', path: '/api/messages' }),
  send: endpointAddress<typeof contract.sendMessage>({ method: 'POST', path: '/api/messages', creates: true }),
  remove: endpointAddress<typeof contract.removeMessage>({ method: 'DELETE', path: '/api/messages/{id}' }),
  markRead: endpointAddress<typeof contract.markRead>({ method: 'POST', path: '/api/messages/read' }),
  answerRequest: endpointAddress<typeof contract.answerRequest>({
    method: 'POST',
    path: '/api/messages/requests/{userId}',
  }),
  uploadPhoto: endpointAddress<typeof contract.uploadMessagePhoto>({
    method: 'POST',
    path: '/api/uploads/message-photos',
    creates: true,
  }),
  listConnections: endpointAddress<typeof connections.listConnections>({ method: 'GET', path: '/api/connections' }),
  listSuggestions: endpointAddress<typeof connections.listSuggestedConnections>({
    method: 'GET',
    path: '/api/connections/suggested',
  }),
} as const;
