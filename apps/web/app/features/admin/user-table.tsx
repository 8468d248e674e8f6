import type { ManagedUser, UserSort } from '@commons/contract/admin/schemas';
import { type ColumnDef, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Card } from '../../ui/card.tsx';
import { UserActions, UserEmail, UserLastLogin, UserName, UserRole, UserStatus } from './user-cells.tsx';

/** The server sorts, because the table is paginated. */
const features = tableFeatures({ rowSortingFeature });

type Cell = { row: { original: ManagedUser } };
type UserColumn = ColumnDef<typeof features, ManagedUser>;

/** A column whose id is a sort key of the API. */
const column = (id: UserSort | 'actions', header: string, Content: (user: ManagedUser) => ReactNode) => ({
  id,
  header,
  accessorFn: (user: ManagedUser) => user.id,
  enableSorting: id !== 'actions',
  sortDescFirst: false,
  cell: ({ row: { original } }: Cell) => Content(original),
});

const columnsFor = (viewerId: string): UserColumn[] => {
  const isViewer = (user: ManagedUser) => user.id === viewerId;
  return [
    column('name', 'User', (user) => <UserName user={user} />),
    column('email', 'Email', (user) => <UserEmail user={user} />),
    column('role', 'Role', (user) => <UserRole user={user} isOwn={isViewer(user)} />),
    column('lastLogin', 'Last Login', (user) => <UserLastLogin user={user} />),
    column('status', 'Status', (user) => <UserStatus user={user} />),
    column('actions', 'Actions', (user) => <UserActions user={user} isOwn={isViewer(user)} />),
  ];
};

export type UserOrder = { sort: UserSort; order: 'asc' | 'desc' };

type UserTableProps = UserOrder & {
  users: readonly ManagedUser[];
  viewerId: string;
  onOrderChange: (order: UserOrder) => void;
};

/** A table of members. Narrow screens show a card for each member. */
export function UserTable({ users, viewerId, sort, order, onOrderChange }: UserTableProps) {
  const isTable = useHasTwoColumns();
  const columns = useMemo(() => columnsFor(viewerId), [viewerId]);
  const table = useTable({
    features,
    data: users,
    columns,
    getRowId: ({ id }: ManagedUser) => id,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting: [{ id: sort, desc: order === 'desc' }] },
    onSortingChange(change) {
      const [next] = typeof change === 'function' ? change([{ id: sort, desc: order === 'desc' }]) : change;
      if (next) onOrderChange({ sort: next.id as UserSort, order: next.desc ? 'desc' : 'asc' });
    },
  });
  const rows = table.getRowModel().rows;
  if (!isTable)
    return (
      <ul aria-label="Members" className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {rows.map((row) => (
          <UserCard key={row.id} user={row.original} isOwn={row.id === viewerId} />
        ))}
      </ul>
    );
  return (
    <Card isPadded={false} className="overflow-x-auto">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">Members</caption>
        <thead className="bg-sunk">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const direction = header.column.getIsSorted();
                const label = <table.FlexRender header={header} />;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
                    className="px-3 py-1 text-start text-sm font-semibold"
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        onClick={header.column.getToggleSortingHandler()}
                        className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-small px-2 whitespace-nowrap hover:text-primary"
                      >
                        {label}
                        <SortIcon direction={direction} />
                      </button>
                    ) : (
                      label
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line">
              {row.getAllCells().map((cell, index) => {
                const content = <table.FlexRender cell={cell} />;
                return index === 0 ? (
                  <th key={cell.id} scope="row" className="px-3 py-3 text-start font-normal">
                    {content}
                  </th>
                ) : (
                  <td key={cell.id} className="px-3 py-3 break-words">
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SortIcon({ direction }: { direction: false | 'asc' | 'desc' }) {
  const Icon = direction === false ? ArrowUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={direction === false ? 'text-muted' : ''} />;
}

function UserCard({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  const id = useId();
  return (
    <Card as="li" aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-base">
          <UserName user={user} />
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          <UserEmail user={user} />
        </p>
      </div>
      <dl className="flex flex-1 flex-col gap-3 text-sm">
        {[
          { label: 'Status', content: <UserStatus user={user} /> },
          { label: 'Last Login', content: <UserLastLogin user={user} /> },
          { label: 'Role', content: <UserRole user={user} isOwn={isOwn} /> },
        ].map(({ label, content }) => (
          <div key={label}>
            <dt className="mb-1 text-xs text-muted">{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
      <UserActions user={user} isOwn={isOwn} />
    </Card>
  );
}
