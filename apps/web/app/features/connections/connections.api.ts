import { type Connection, connectionCalls } from '@commons/contract/connections';
import type { MemberSummary } from '@commons/contract/members';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { showToast } from '../../ui/toast-store.ts';
import {
  applyConnectionChange,
  connectionKeys,
  type ConnectionListName,
  type KnownStates,
} from './connections.cache.ts';

const fetchList = (name: ConnectionListName, cursor: string | null, signal: AbortSignal): Promise<Page<Connection>> =>
  name === 'accepted'
    ? callPage(connectionCalls.listConnections, { query: cursorOf(cursor) }, { signal })
    : callPage(connectionCalls.listConnectionRequests, { query: { direction: name, ...cursorOf(cursor) } }, { signal });

export const connectionListQuery = (name: ConnectionListName) =>
  pagedQuery({
    queryKey: connectionKeys.list(name),
    read: ({ cursor, signal }) => fetchList(name, cursor, signal),
  });

export const suggestedConnectionsQuery = queryOptions({
  queryKey: connectionKeys.suggested,
  queryFn: ({ signal }) => call(connectionCalls.listSuggestedConnections, undefined, { signal }),
});

/** States that changed since suggestions and profiles were read; the server is never asked for it. */
export const knownStatesQuery = queryOptions({
  queryKey: connectionKeys.states,
  queryFn: (): KnownStates => ({}),
  initialData: (): KnownStates => ({}),
  gcTime: Infinity,
});

type Named = Pick<MemberSummary, 'id' | 'displayName'>;

export const useRequestConnection = (member: Named) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['connections', 'profiles'] },
    mutationFn: () => call(connectionCalls.requestConnection, { body: { userId: member.id } }),
    onSuccess: (connection) => {
      applyConnectionChange(queryClient, { userId: member.id, state: connection.state, connection });
      // Asking who has asked already connects the two.
      if (connection.state === 'connected') showConnected(member);
      else
        showToast({ title: 'Request sent', description: `${member.displayName} can answer it when they are ready.` });
    },
    onError: (error) => showFailure(error, 'Your request could not be sent. Please try again.'),
  });
};

export const useAcceptConnection = (member: Named) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['connections', 'profiles'] },
    mutationFn: () => call(connectionCalls.acceptConnection, { params: { userId: member.id } }),
    onSuccess: (connection) => {
      applyConnectionChange(queryClient, { userId: member.id, state: connection.state, connection });
      showConnected(member);
    },
    onError: (error) => {
      if (isNotFoundError(error)) {
        applyConnectionChange(queryClient, { userId: member.id, state: 'none' });
        showFailure(error, 'This request was withdrawn.');
      } else showFailure(error, 'The request could not be accepted. Please try again.');
    },
  });
};

const showConnected = (member: Named): void =>
  showToast({ title: 'Connected', description: `You and ${member.displayName} are now connected.` });

const ends = {
  requested: {
    done: { title: 'Request withdrawn' },
    failed: 'Your request could not be withdrawn. Please try again.',
  },
  incoming: {
    done: { title: 'Request declined', description: 'They are not notified.' },
    failed: 'The request could not be declined. Please try again.',
  },
  connected: { done: { title: 'Connection ended' }, failed: 'The connection could not be ended. Please try again.' },
} as const;

/** Takes a request back, declines one, or ends a connection. One that is already gone counts as gone. */
export const useRemoveConnection = (member: Named, from: keyof typeof ends, onRemoved?: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['connections', 'profiles'] },
    mutationFn: async () => {
      try {
        await call(connectionCalls.removeConnection, { params: { userId: member.id } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onRemoved?.();
      applyConnectionChange(queryClient, { userId: member.id, state: 'none' });
      showToast(ends[from].done);
    },
    onError: (error) => showFailure(error, ends[from].failed),
  });
};
