import type { Connection, ConnectionState } from '@commons/contract/connections';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { publishChange } from '../../lib/live.ts';
import { mapPages, type Pages } from '../../lib/pages.ts';
import { viewerQuery } from '../auth/index.ts';

export type ConnectionListName = 'accepted' | 'incoming' | 'outgoing';
type ConnectionPages = Pages<Connection>;

export const connectionKeys = {
  all: ['connections'],
  list: (name: ConnectionListName) => ['connections', 'list', name] as const,
  suggested: ['connections', 'suggested'],
  states: ['connections', 'states'],
} as const;

const listNames = ['accepted', 'incoming', 'outgoing'] as const;

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

const changePages = (
  queryClient: QueryClient,
  name: ConnectionListName,
  change: (items: Connection[], index: number) => Connection[],
): void => {
  queryClient.setQueryData<ConnectionPages>(connectionKeys.list(name), (list) => list && mapPages(list, change));
};

const moveInLists = (queryClient: QueryClient, { userId, state, connection }: ConnectionChange): void => {
  for (const name of listNames)
    changePages(queryClient, name, (items) => items.filter(({ member }) => member.id !== userId));
  const name = listByState[state];
  if (name === undefined) return;
  if (connection) changePages(queryClient, name, (items, index) => (index === 0 ? [connection, ...items] : items));
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
    queryClient.invalidateQueries({ queryKey: [...connectionKeys.all, 'list'] }, options),
    queryClient.invalidateQueries({ queryKey: connectionKeys.suggested }, options),
  ]);
};

/** Refetches suggestions: they depend on blocks and mutes that only the server knows. */
export const refreshSuggestions = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });

/** Removes a member from every cached list and refetches suggestions. */
export const hideFromConnections = (queryClient: QueryClient, userId: string): void => {
  for (const name of listNames)
    changePages(queryClient, name, (items) => items.filter(({ member }) => member.id !== userId));
  queryClient.setQueryData<{ id: string }[]>(connectionKeys.suggested, (members) =>
    members?.filter(({ id }) => id !== userId),
  );
  queryClient.setQueryData<ChangedStates>(connectionKeys.states, ({ [userId]: _ended, ...states } = {}) => states);
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });
};
