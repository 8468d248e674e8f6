import { type AuditFilter, adminCalls, type ManagedUser, type UsersQuery } from '@commons/contract/admin';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { cursorOf, mapPages, pagedQuery, type Pages } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast-store.ts';

/** How the table of members is searched, filtered and ordered. */
export type UserFilters = Partial<Pick<UsersQuery, 'search' | 'role' | 'status' | 'sort' | 'order'>>;

const users = ['admin', 'users'] as const;

/** What other admins do is told by no frame: each visit reads it again, showing the last known first. */
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

export const keptMailsQuery = pagedQuery({
  queryKey: ['admin', 'mails'],
  read: ({ cursor, signal }) =>
    callPage(adminCalls.listKeptMails, { query: { limit: 50, ...cursorOf(cursor) } }, { signal }),
  ...staleOnVisit,
});

/** What the server says where it knows better than that something failed: the last admin, one's own row. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code?.startsWith('members.') ? error.problem?.detail : undefined;

/** A change of a member, shown in every list in its place: a row does not leave the hand that changed it. */
function useUserChange<Given>(change: {
  send: (userId: string, given: Given) => Promise<ManagedUser>;
  done: string;
  failed: string;
}) {
  const client = useQueryClient();
  return useMutation({
    meta: { changes: ['admin'] },
    mutationFn: ({ userId, given }: { userId: string; given: Given }) => change.send(userId, given),
    onSuccess: (changed) => {
      client.setQueriesData<Pages<ManagedUser>>(
        { queryKey: users },
        (list) => list && mapPages(list, (items) => items.map((user) => (user.id === changed.id ? changed : user))),
      );
      void client.invalidateQueries({ queryKey: userCountsQuery.queryKey });
      showToast({ title: change.done });
    },
    onError: (error) => showFailure(error, reasonOf(error) ?? change.failed),
  });
}

export const useSetRole = () =>
  useUserChange({
    send: (userId, role: ManagedUser['role']) => call(adminCalls.setUserRole, { params: { userId }, body: { role } }),
    done: 'Role updated',
    failed: 'Failed to update role. Please try again.',
  });

export const useSetFlag = () =>
  useUserChange({
    send: (userId, flagged: boolean) => call(adminCalls.setUserFlag, { params: { userId }, body: { flagged } }),
    done: 'User flag updated',
    failed: 'Failed to update flag status. Please try again.',
  });
