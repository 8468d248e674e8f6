import type { Connection, ConnectionState } from '@commons/contract/connections';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { tellChange } from '../../lib/live.ts';
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

/** The list in which a state is shown. */
const listOf: Partial<Record<ConnectionState, ConnectionListName>> = {
  connected: 'accepted',
  incoming: 'incoming',
  requested: 'outgoing',
};

/** States that changed since suggestions and profiles were read, by member. */
export type KnownStates = Partial<Record<string, ConnectionState>>;

export type ConnectionChange = {
  userId: string;
  state: ConnectionState;
  /** Given by the answer to one's own call; a live frame names only the member. */
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
  const name = listOf[state];
  if (name === undefined) return;
  if (connection) changePages(queryClient, name, (items, index) => (index === 0 ? [connection, ...items] : items));
  else void queryClient.invalidateQueries({ queryKey: connectionKeys.list(name) });
};

/**
 * Brings everything loaded in step with one change. What the viewer does arrives twice, as the answer to the call and
 * as a frame: whichever comes second finds the state known and does nothing.
 */
export const applyConnectionChange = (queryClient: QueryClient, change: ConnectionChange): void => {
  const { userId, state } = change;
  const states = queryClient.getQueryData<KnownStates>(connectionKeys.states) ?? {};
  if (states[userId] === state) return;
  queryClient.setQueryData<KnownStates>(connectionKeys.states, { ...states, [userId]: state });
  moveInLists(queryClient, change);
  // Whoever asked is no suggestion any more: their request waits among the others.
  if (state === 'incoming') void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });
  // A frame does not say what was before, so only the server knows the new count.
  if (state === 'connected' || state === 'none') void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  tellChange('connection.changed', { userId, state });
};

/** Reads everything about connections again: after a gap in the live connection, or when a block was taken back. */
export const refreshConnections = async (queryClient: QueryClient, options?: InvalidateOptions): Promise<void> => {
  queryClient.setQueryData<KnownStates>(connectionKeys.states, {});
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...connectionKeys.all, 'list'] }, options),
    queryClient.invalidateQueries({ queryKey: connectionKeys.suggested }, options),
  ]);
};

/** Who is suggested depends on blocks and mutes, which only the server knows all of. */
export const refreshSuggestions = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });

/** Takes a member out of every list, at once; somebody else may take their place among the suggestions. */
export const hideFromConnections = (queryClient: QueryClient, userId: string): void => {
  for (const name of listNames)
    changePages(queryClient, name, (items) => items.filter(({ member }) => member.id !== userId));
  queryClient.setQueryData<{ id: string }[]>(connectionKeys.suggested, (members) =>
    members?.filter(({ id }) => id !== userId),
  );
  queryClient.setQueryData<KnownStates>(connectionKeys.states, ({ [userId]: _ended, ...states } = {}) => states);
  void queryClient.invalidateQueries({ queryKey: connectionKeys.suggested });
};
