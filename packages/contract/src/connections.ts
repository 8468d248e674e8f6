import { z } from 'zod';
import { id, pageQuery, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.ts';
import { defineErrors } from './problem.ts';

export const connectionErrors = defineErrors({
  'connections.member_not_found': { status: 404, title: 'Member not found', detail: 'This member is not here.' },
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
    title: 'Waiting for them',
    detail: 'You sent this request yourself; the other member accepts it.',
  },
});

/** How the viewer stands to another member. */
export const connectionState = z.enum(['self', 'none', 'requested', 'incoming', 'connected']);
export type ConnectionState = z.infer<typeof connectionState>;

export const connectionView = z
  .object({ member: memberSummary, state: connectionState, since: timestamp })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connectionView>;

const memberParams = z.strictObject({ userId: id });

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: 'The member’s accepted connections, the newest first',
  query: pageQuery,
  replies: { 200: z.array(connectionView) },
  paged: true,
});

export const listConnectionRequests = endpoint({
  method: 'GET',
  path: '/api/connections/requests',
  summary: 'Requests that wait for an answer, the newest first',
  query: pageQuery.extend({ direction: z.enum(['incoming', 'outgoing']).default('incoming') }),
  replies: { 200: z.array(connectionView) },
  paged: true,
});

export const suggestedConnection = memberSummary
  .extend({ sharedConnections: z.int() })
  .meta({ id: 'SuggestedConnection' });
export type SuggestedConnection = z.infer<typeof suggestedConnection>;

export const listSuggestedConnections = endpoint({
  method: 'GET',
  path: '/api/connections/suggested',
  summary: 'At most three members to connect with',
  replies: { 200: z.array(suggestedConnection) },
});

/** Asking who has asked already accepts their request. */
export const requestConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary: 'Ask a member to connect',
  body: z.strictObject({ userId: id }),
  replies: { 201: connectionView },
  errors: connectionErrors,
});

export const acceptConnection = endpoint({
  method: 'POST',
  path: '/api/connections/{userId}/accept',
  summary: 'Accept a member’s request',
  params: memberParams,
  replies: { 200: connectionView },
  errors: connectionErrors,
});

export const removeConnection = endpoint({
  method: 'DELETE',
  path: '/api/connections/{userId}',
  summary: 'Decline a request, take one’s own back, or end a connection',
  params: memberParams,
  replies: { 204: null },
  errors: connectionErrors,
});

/** Sent to a member when how another stands to them changes: requests, answers, ends. */
export const connectionEvents = {
  'connection.changed': z.object({ type: z.literal('connection.changed'), userId: id, state: connectionState }),
};
