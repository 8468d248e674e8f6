import type { Connection, ConnectionState } from '@commons/contract/connections/schemas';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { prependItem, updateItems } from '../../lib/list-cache.ts';
import { publishChange } from '../../lib/live.ts';
import { viewerQuery } from '../auth/index.ts';

export type ConnectionListName = 'accepted' | 'incoming' | 'outgoing';

export const connectionKeys = {
  lists: ['connections', 'list'],
  list: (name: ConnectionListName) => ['connections', 'list', name] as const,
  suggested: ['connections', 'suggested'],
  states: ['connections', 'states'],
} as const;

/** The list that contains the connections of each state. */
const listByState: Partial<Record<ConnectionState, ConnectionListName>> = {
  connected: 'accepted',
  incoming: 'incoming',
  requested: 'outgoing',
};

/** Connection states that changed since suggestions and profiles were loaded, by member. */
export type ChangedStates = Partial<Record<string, ConnectionState>>;

export type ConnectionChange = {
  userId: string;
  state: ConnectionState;
  /** Set by the response to the viewer's own call. Live frames contain only the member's id. */
  connection?: Connection;
};

const removeFromLists = (queryClient: QueryClient, userId: string): void =>
  updateItems<Connection>(queryClient, connectionKeys.lists, (connection) =>
    connection.member.id === userId ? null : connection,
  );

const moveInLists = (queryClient: QueryClient, { userId, state, connection }: ConnectionChange): void => {
  removeFromLists(queryClient, userId);
  const name = listByState[state];
  if (name === undefined) return;
  if (connection) prependItem(queryClient, connectionKeys.list(name), connection);
  else void queryClient.invalidateQueries({ queryKey: connectionKeys.list(name) });
};

/**
 * Applies a change to all cached data. The viewer's own changes arrive twice, as a response and as a frame. The second
 * one has no effect.
 */
export const applyConnectionChange = (queryClient: QueryClient, change: ConnectionChange): void => {
  const { userId, state } = change;
  const states = queryClient.getQueryData<ChangedStates>(connectionKeys.states) ?? {};
  if (states[userId] === state) return;
  queryClient.setQueryData<ChangedStates>(connectionKeys.states, { ...states, [userId]: state });
  moveInLists(queryClient, change);
  // Refetches suggestions, because members with a pending request are not suggested.
  if (state === 'incoming') void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });
  // Frames do not contain the previous state, so the viewer's connection count is refetched.
  if (state === 'connected' || state === 'none') void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  publishChange('connection.changed', { userId, state });
};

/** Refetches all connection data, after a gap in the live connection or when a block ends. */
export const refreshConnections = async (queryClient: QueryClient, options?: InvalidateOptions): Promise<void> => {
  queryClient.setQueryData<ChangedStates>(connectionKeys.states, {});
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: connectionKeys.lists }, options),
    queryClient.invalidateQueries({ queryKey: connectionKeys.suggested }, options),
  ]);
};

/** Refetches suggestions: they depend on blocks and mutes that only the server knows. */
export const refreshSuggestions = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });

/** Removes a member from every cached list and refetches suggestions. */
export const hideFromConnections = (queryClient: QueryClient, userId: string): void => {
  removeFromLists(queryClient, userId);
  updateItems<{ id: string }>(queryClient, connectionKeys.suggested, (member) =>
    member.id === userId ? null : member,
  );
  queryClient.setQueryData<ChangedStates>(connectionKeys.states, ({ [userId]: _ended, ...states } = {}) => states);
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });
};
