import type { ManagedUser, UserSort } from '@commons/contract/admin/schemas';
import { type ColumnDef, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { UserAvatar, UserLastLogin, UserName, UserOptions, UserRole, UserStatus } from './user-cells.tsx';

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
    column('name', 'User', (user) => (
      <span className="flex items-center gap-3">
        <UserAvatar user={user} />
        <UserName user={user} />
      </span>
    )),
    column('email', 'Email', ({ email }) => <EmailText email={email} />),
    column('role', 'Role', (user) => <UserRole user={user} isOwn={isViewer(user)} />),
    column('lastLogin', 'Last Login', (user) => <UserLastLogin user={user} />),
    column('status', 'Status', (user) => <UserStatus user={user} />),
    column('actions', 'Actions', (user) => <UserOptions user={user} isOwn={isViewer(user)} />),
  ];
};

/** The table never scrolls sideways: its header sticks below the page's header. Long texts wrap. */
const columnWidths = ['23%', '29%', '12%', '16%', '13%', '7%'];

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
      <ul aria-label="Members" className="grid grid-cols-1 gap-x-4 md:grid-cols-2">
        {rows.map((row) => (
          <UserCard key={row.id} user={row.original} isOwn={row.id === viewerId} />
        ))}
      </ul>
    );
  return (
    <Card isPadded={false} className="overflow-clip">
      <table className="w-full table-fixed text-start text-sm">
        <caption className="sr-only">Members</caption>
        <colgroup>
          {columnWidths.map((width) => (
            <col key={width} style={{ width }} />
          ))}
        </colgroup>
        <thead className="sticky top-16 z-1 bg-sunk shadow-[inset_0_-1px_var(--line)]">
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
                    className="px-3 text-start text-xs font-semibold text-muted first:ps-4 last:ps-0 last:text-end"
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        onClick={header.column.getToggleSortingHandler()}
                        className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-small px-2 hover:text-primary focus-visible:-outline-offset-2"
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
            <tr
              key={row.id}
              className="group/row border-t border-line transition-colors first:border-t-0 hover:bg-primary-soft/50"
            >
              {row.getAllCells().map((cell, index) => {
                const content = <table.FlexRender cell={cell} />;
                return index === 0 ? (
                  <th key={cell.id} scope="row" className="h-12 py-1 ps-4 pe-3 text-start font-normal">
                    {content}
                  </th>
                ) : (
                  <td key={cell.id} className="px-3 py-1 wrap-anywhere text-muted last:pe-2 last:text-end">
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
  if (direction === false) return <ArrowUpDown {...sortIcon} className="shrink-0 text-muted" />;
  const Icon = direction === 'asc' ? ArrowUp : ArrowDown;
  return <Icon {...sortIcon} className="shrink-0 text-ink" />;
}

const sortIcon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function UserCard({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  const id = useId();
  return (
    <Card as="li" aria-labelledby={id} isPadded={false} className="row-span-2 mb-4 grid grid-rows-subgrid gap-y-3 p-4">
      <div className="flex items-start gap-3">
        <UserAvatar user={user} />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-text text-base leading-snug tracking-normal">
            <UserName user={user} />
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            <EmailText email={user.email} />
          </p>
        </div>
        <span className="-me-2 -mt-2">
          <UserOptions user={user} isOwn={isOwn} />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3 text-sm *:min-w-22">
        {[
          { label: 'Role', content: <UserRole user={user} isOwn={isOwn} /> },
          { label: 'Status', content: <UserStatus user={user} /> },
          { label: 'Last Login', content: <UserLastLogin user={user} /> },
        ].map(({ label, content }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
