import { adminCalls } from '@commons/contract/admin/calls';
import type { AuditFilter, ManagedUser, UsersQuery } from '@commons/contract/admin/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { cursorOf, mapPages, pagedQuery, type Pages } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

/** Search, filters and order of the member table. */
export type UserFilters = Partial<Pick<UsersQuery, 'search' | 'role' | 'status' | 'sort' | 'order'>>;

const users = ['admin', 'users'] as const;

/** No live frame reports changes by other admins, so each visit refetches and shows cached rows until then. */
export const usersQuery = (filters: UserFilters) =>
  pagedQuery({
    queryKey: [...users, filters],
    read: ({ cursor, signal }) =>
      callPage(adminCalls.listUsers, { query: { ...filters, limit: 50, ...cursorOf(cursor) } }, { signal }),
    ...staleOnVisit,
  });

export const userCountsQuery = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: ({ signal }) => call(adminCalls.getUserCounts, undefined, { signal }),
  ...staleOnVisit,
});

export const healthQuery = (days: number) =>
  queryOptions({
    queryKey: ['admin', 'health', days],
    queryFn: ({ signal }) => call(adminCalls.getHealth, { query: { days: String(days) } }, { signal }),
    ...staleOnVisit,
  });

export const statusQuery = queryOptions({
  queryKey: ['admin', 'status'],
  queryFn: ({ signal }) => call(adminCalls.getStatus, undefined, { signal }),
  ...staleOnVisit,
  refetchInterval: 30_000,
});

export const auditLogQuery = (filter: AuditFilter) =>
  pagedQuery({
    queryKey: ['admin', 'audit-log', filter],
    read: ({ cursor, signal }) =>
      callPage(adminCalls.listAuditLog, { query: { ...filter, limit: 50, ...cursorOf(cursor) } }, { signal }),
    ...staleOnVisit,
  });

export const storedMailsQuery = pagedQuery({
  queryKey: ['admin', 'mails'],
  read: ({ cursor, signal }) =>
    callPage(adminCalls.listStoredMails, { query: { limit: 50, ...cursorOf(cursor) } }, { signal }),
  ...staleOnVisit,
});

/** Returns the server's reason for rejecting a change, for example of the last admin. */
const refusalReason = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code?.startsWith('members.') ? error.problem?.detail : undefined;

/** Updates a member in place in every cached list, so that the row does not move while an admin works on it. */
function useUserChange<Value>(change: {
  send: (userId: string, value: Value) => Promise<ManagedUser>;
  doneTitle: string;
  failedText: string;
}) {
  const client = useQueryClient();
  return useMutation({
    meta: { changes: ['admin'] },
    mutationFn: ({ userId, value }: { userId: string; value: Value }) => change.send(userId, value),
    onSuccess: (updated) => {
      client.setQueriesData<Pages<ManagedUser>>(
        { queryKey: users },
        (list) => list && mapPages(list, (items) => items.map((user) => (user.id === updated.id ? updated : user))),
      );
      void client.invalidateQueries({ queryKey: userCountsQuery.queryKey });
      showToast({ title: change.doneTitle });
    },
    onError: (error) => showFailure(error, refusalReason(error) ?? change.failedText),
  });
}

export const useSetRole = () =>
  useUserChange({
    send: (userId, role: ManagedUser['role']) => call(adminCalls.setUserRole, { params: { userId }, body: { role } }),
    doneTitle: 'Role updated',
    failedText: 'Failed to update role. Please try again.',
  });

export const useSetFlag = () =>
  useUserChange({
    send: (userId, flagged: boolean) => call(adminCalls.setUserFlag, { params: { userId }, body: { flagged } }),
    doneTitle: 'User flag updated',
    failedText: 'Failed to update flag status. Please try again.',
  });
