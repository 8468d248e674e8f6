import { z } from 'zod';
import { id, pageQuery, timestamp } from './common.schemas.ts';
import { connectionErrors, connectionPaths } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';

/** The connection between the viewer and another member. `requested`: by the viewer. `incoming`: by the other. */
export const connectionState = z.enum(['self', 'none', 'requested', 'incoming', 'connected']);
export type ConnectionState = z.infer<typeof connectionState>;

export const connectionView = z
  .object({ member: memberSummary, state: connectionState, since: timestamp })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connectionView>;

const memberParams = z.strictObject({ userId: id });

export const listConnections = endpoint({
  ...connectionPaths.listConnections,
  summary: 'List the member’s accepted connections, newest first',
  query: pageQuery,
  replies: { 200: z.array(connectionView) },
  paged: true,
});

export const listConnectionRequests = endpoint({
  ...connectionPaths.listConnectionRequests,
  summary: 'List pending requests, newest first',
  query: pageQuery.extend({ direction: z.enum(['incoming', 'outgoing']).default('incoming') }),
  replies: { 200: z.array(connectionView) },
  paged: true,
});

export const suggestedConnection = memberSummary
  .extend({ sharedConnections: z.int() })
  .meta({ id: 'SuggestedConnection' });
export type SuggestedConnection = z.infer<typeof suggestedConnection>;

export const listSuggestedConnections = endpoint({
  ...connectionPaths.listSuggestedConnections,
  summary: 'List up to three members to connect with',
  replies: { 200: z.array(suggestedConnection) },
});

/** If the other member has already sent a request, this call accepts it. */
export const requestConnection = endpoint({
  ...connectionPaths.requestConnection,
  summary: 'Send a connection request',
  body: z.strictObject({ userId: id }),
  replies: { 201: connectionView },
  errors: connectionErrors,
});

export const acceptConnection = endpoint({
  ...connectionPaths.acceptConnection,
  summary: 'Accept a member’s request',
  params: memberParams,
  replies: { 200: connectionView },
  errors: connectionErrors,
});

export const removeConnection = endpoint({
  ...connectionPaths.removeConnection,
  summary: 'Decline a request, withdraw one’s own request, or end a connection',
  params: memberParams,
  replies: { 204: null },
  errors: connectionErrors,
});

/** Live frame for a member whose connection to `userId` has a new state. */
export const connectionEvents = {
  'connection.changed': z.object({ type: z.literal('connection.changed'), userId: id, state: connectionState }),
};
