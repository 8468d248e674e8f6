import { foldText } from '@commons/contract/fold';
import { type ComponentProps, type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import { formatCount } from '../../lib/locale.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { ListEnd } from '../../ui/infinite-list.tsx';
import { Loading, Skeleton, Status } from '../../ui/loading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { peopleFound } from './gates.texts.ts';

type Entry = { id: string; firstName: string; lastName: string; email: string };
type Column<Row> = { label: string; cell: (row: Row) => ReactNode };
/** Widths of the table's columns in percent: name, email, the additional columns, actions. */
type Widths = readonly number[];

type EntriesProps<Row> = {
  /** Accessible name of the list. */
  label: string;
  entries: readonly Row[];
  /** Columns in addition to name and email. */
  columns: readonly Column<Row>[];
  widths: Widths;
  /** Returns additional text to search. */
  searchTextOf?: (row: Row) => string;
  placeholder: string;
  renderActions: (row: Row) => ReactNode;
  empty: ComponentProps<typeof EmptyState>;
};

/** Number of rows to add at a time. Rendering tens of thousands at once would freeze the page. */
const rowsPerStep = 100;

const nameOf = ({ firstName, lastName }: Entry): string => `${firstName} ${lastName}`;
const noText = (): string => '';

/** A searchable list of people: a table, or cards on narrow screens. */
export function ListEntries<Row extends Entry>(props: EntriesProps<Row>) {
  const { label, entries, columns, widths, searchTextOf = noText, placeholder, renderActions, empty } = props;
  const [query, setQuery] = useState('');
  const [visibleCount, setVisibleCount] = useState(rowsPerStep);
  const isTable = useHasTwoColumns();
  const searchableRows = useMemo(
    () => entries.map((row) => ({ row, text: foldText(`${nameOf(row)} ${row.email} ${searchTextOf(row)}`) })),
    [entries, searchTextOf],
  );
  const searchText = useDeferredValue(foldText(query).trim());
  const matches = useMemo(
    () => searchableRows.filter(({ text }) => text.includes(searchText)).map(({ row }) => row),
    [searchableRows, searchText],
  );
  if (entries.length === 0)
    return (
      <Card>
        <EmptyState picture="common" {...empty} />
      </Card>
    );
  const visibleRows = matches.slice(0, visibleCount);
  const List = isTable ? Table : Cards;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="w-full sm:max-w-90">
          <TextField
            label="Search"
            isLabelHidden
            type="search"
            placeholder={placeholder}
            autoComplete="off"
            value={query}
            onChange={({ target }) => {
              setQuery(target.value);
              setVisibleCount(rowsPerStep);
            }}
          />
        </div>
        <Status className="text-sm text-muted">{searchText !== '' && peopleFound(matches.length)}</Status>
      </div>
      {matches.length === 0 ? (
        <Card>
          <EmptyState picture="search" title="No one found" text="No one on this list matches." />
        </Card>
      ) : (
        <FocusRestorer label={label}>
          <List label={label} rows={visibleRows} columns={columns} widths={widths} renderActions={renderActions} />
        </FocusRestorer>
      )}
      {matches.length > visibleCount && (
        <ListEnd
          key={visibleCount}
          label={`Show more of ${formatCount(matches.length)}`}
          isFetching={false}
          isFailed={false}
          autoLoadPixels={600}
          onLoad={() => setVisibleCount(visibleCount + rowsPerStep)}
        />
      )}
    </div>
  );
}

type ListProps<Row> = Pick<EntriesProps<Row>, 'label' | 'columns' | 'widths' | 'renderActions'> & {
  rows: readonly Row[];
};

/** Never scrolls sideways: its header sticks below the page's header. Long texts wrap. */
function Table<Row extends Entry>({ label, rows, columns, widths, renderActions }: ListProps<Row>) {
  return (
    <Card isPadded={false} className="overflow-clip">
      <table className="w-full table-fixed text-start text-sm">
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {widths.map((width, index) => (
            <col key={index} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
        <thead className="sticky top-16 z-1 bg-sunk shadow-[inset_0_-1px_var(--line)]">
          <tr>
            {['Name', 'Email', ...columns.map((column) => column.label), 'Actions'].map((name) => (
              <th
                key={name}
                scope="col"
                className="h-11 px-3 text-start text-xs font-semibold text-muted first:ps-4 last:pe-4 last:text-end"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className="group/row border-t border-line transition-colors first:border-t-0 hover:bg-primary-soft/50"
            >
              <th scope="row" className="h-12 py-1 ps-4 pe-3 text-start font-semibold wrap-anywhere">
                {nameOf(row)}
              </th>
              <td className="px-3 py-1 wrap-anywhere text-muted">
                <EmailText email={row.email} />
              </td>
              {columns.map((column) => (
                <td key={column.label} className="px-3 py-1 wrap-anywhere text-muted">
                  {column.cell(row)}
                </td>
              ))}
              <td className="py-1 ps-3 pe-2">
                <div className="relative flex flex-wrap items-center justify-end gap-1">{renderActions(row)}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Cards<Row extends Entry>({ rows, columns, renderActions }: ListProps<Row>) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {rows.map((row) => (
        <EntryCard key={row.id} row={row} columns={columns} renderActions={renderActions} />
      ))}
    </ul>
  );
}

function EntryCard<Row extends Entry>({
  row,
  columns,
  renderActions,
}: Omit<ListProps<Row>, 'label' | 'rows' | 'widths'> & { row: Row }) {
  const id = useId();
  return (
    <Card as="li" aria-labelledby={id} isPadded={false} className="flex flex-col p-4">
      <h2 id={id} className="font-text text-base leading-snug tracking-normal wrap-anywhere">
        {nameOf(row)}
      </h2>
      <p className="text-sm wrap-anywhere text-muted">
        <EmailText email={row.email} />
      </p>
      <div className="mt-3 flex flex-1 flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="flex flex-wrap content-start gap-x-6 gap-y-3 text-sm">
          {columns.map(({ label, cell }) => {
            const content = cell(row);
            if (content === null) return null;
            return (
              <div key={label}>
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="wrap-anywhere">{content}</dd>
              </div>
            );
          })}
        </dl>
        <div className="-me-1 -mb-1 ms-auto flex flex-wrap items-center justify-end gap-2">{renderActions(row)}</div>
      </div>
    </Card>
  );
}

/** Skeleton of a list and the counts above it. */
export const ListLoading = () => (
  <Loading label="Loading the list" className="flex flex-col gap-6">
    <Skeleton className="h-20 w-full" />
    <Skeleton className="h-11 w-full sm:max-w-90" />
    <Skeleton className="h-64 w-full" />
  </Loading>
);
