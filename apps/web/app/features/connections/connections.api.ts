import { connectionCalls } from '@commons/contract/connections/calls';
import type { Connection } from '@commons/contract/connections/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { useDelete } from '../../lib/item-mutations.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { showToast } from '../../lib/toast-store.ts';
import {
  applyConnectionChange,
  connectionKeys,
  type ConnectionListName,
  type ChangedStates,
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

/** Connection states that changed since suggestions and profiles were loaded. Never fetched. */
export const changedStatesQuery = queryOptions({
  queryKey: connectionKeys.states,
  queryFn: (): ChangedStates => ({}),
  initialData: (): ChangedStates => ({}),
  gcTime: Infinity,
});

type NamedMember = Pick<MemberSummary, 'id' | 'displayName'>;

export const useRequestConnection = (member: NamedMember) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['connections', 'profiles'] },
    mutationFn: () => call(connectionCalls.requestConnection, { body: { userId: member.id } }),
    onSuccess: (connection) => {
      applyConnectionChange(queryClient, { userId: member.id, state: connection.state, connection });
      // If the other member has already sent a request, this one connects both members.
      if (connection.state === 'connected') showConnected(member);
      else
        showToast({ title: 'Request sent', description: `${member.displayName} can answer it when they are ready.` });
    },
    onError: (error) => showFailure(error, 'Your request could not be sent. Please try again.'),
  });
};

export const useAcceptConnection = (member: NamedMember) => {
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

const showConnected = (member: NamedMember): void =>
  showToast({ title: 'Connected', description: `You and ${member.displayName} are now connected.` });

const removalTexts = {
  requested: { title: 'Request withdrawn', failedText: 'Your request could not be withdrawn. Please try again.' },
  incoming: {
    title: 'Request declined',
    description: 'They are not notified.',
    failedText: 'The request could not be declined. Please try again.',
  },
  connected: { title: 'Connection ended', failedText: 'The connection could not be ended. Please try again.' },
} as const;

/** Withdraws or declines a request, or ends a connection. Succeeds if that has already happened. */
export const useRemoveConnection = (member: NamedMember, state: keyof typeof removalTexts, onRemoved?: () => void) =>
  useDelete({
    changes: ['connections', 'profiles'],
    send: () => call(connectionCalls.removeConnection, { params: { userId: member.id } }),
    onDeleted: (queryClient) => {
      onRemoved?.();
      applyConnectionChange(queryClient, { userId: member.id, state: 'none' });
    },
    ...removalTexts[state],
  });
