import { defineErrors } from './problem.ts';

export const connectionErrors = defineErrors({
  'connections.member_not_found': { status: 404, title: 'Member not found', detail: 'This member is not available.' },
  'connections.not_found': {
    status: 404,
    title: 'No such request',
    detail: 'There is no connection or request between you and this member.',
  },
  'connections.not_oneself': {
    status: 400,
    path: 'userId',
    title: 'That is you',
    detail: 'You cannot connect with yourself.',
  },
  'connections.not_yours_to_accept': {
    status: 409,
    title: 'Waiting for the other member',
    detail: 'You sent this request yourself. Only the other member can accept it.',
  },
});

export const connectionPaths = {
  listConnections: { method: 'GET', path: '/api/connections' },
  listConnectionRequests: { method: 'GET', path: '/api/connections/requests' },
  listSuggestedConnections: { method: 'GET', path: '/api/connections/suggested' },
  requestConnection: { method: 'POST', path: '/api/connections', creates: true },
  acceptConnection: { method: 'POST', path: '/api/connections/{userId}/accept' },
  removeConnection: { method: 'DELETE', path: '/api/connections/{userId}' },
} as const;
