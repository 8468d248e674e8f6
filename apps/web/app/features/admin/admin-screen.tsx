import { userSorts, userStatuses } from '@commons/contract/admin';
import type { UserCounts } from '@commons/contract/admin/schemas';
import { roles } from '@commons/contract/members';
import { cleanLine, cutText } from '@commons/contract/text';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '../../lib/locale.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { communitySettingsQuery } from '../operator/index.ts';
import { AdminPage, mayBeAdmin } from './admin-page.tsx';
import { userCountsQuery, type UserFilters, usersQuery } from './admin.api.ts';
import { SetupChecklist } from './settings/setup-checklist.tsx';
import { roleNames } from './user-cells.tsx';
import { type UserOrder, UserTable } from './user-table.tsx';

const parseOption = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Search, filters and order come from the URL, so that links and the back button restore them. */
const parseFilters = (searchParams: URLSearchParams): UserFilters & UserOrder => {
  const search = searchParams.get('search') ?? '';
  const role = parseOption(roles, searchParams.get('role'));
  const status = parseOption(userStatuses, searchParams.get('status'));
  return {
    ...(search !== '' && { search }),
    ...(role && { role }),
    ...(status && { status }),
    sort: parseOption(userSorts, searchParams.get('sort')) ?? 'name',
    order: parseOption(['asc', 'desc'], searchParams.get('order')) ?? 'asc',
  };
};

export const loader = /* @__PURE__ */ pageLoader((client) => {
  void client.prefetchQuery(userCountsQuery);
  void client.prefetchQuery(communitySettingsQuery);
});
export const clientLoader = screenLoader((queryClient) => {
  if (!mayBeAdmin()) return;
  void queryClient.prefetchQuery(userCountsQuery);
  void queryClient.prefetchQuery(communitySettingsQuery);
  void queryClient.prefetchInfiniteQuery(usersQuery(parseFilters(new URLSearchParams(window.location.search))));
});

export default function AdminScreen() {
  return (
    <AdminPage
      title="Admin Panel"
      text="Manage roles and flags."
      aside={
        <div className="flex flex-wrap gap-3">
          <Link to={paths.waitlistAdmin} className={buttonClass('secondary')}>
            Waitlist
          </Link>
          <Link to={paths.bookAdmin} className={buttonClass('secondary')}>
            Book notifications
          </Link>
        </div>
      }
    >
      {({ id }) => (
        <>
          <SetupChecklist />
          <Counts />
          <Users viewerId={id} />
        </>
      )}
    </AdminPage>
  );
}

const cards: readonly { name: keyof UserCounts; label: string }[] = [
  { name: 'users', label: 'Total Users' },
  { name: 'admins', label: 'Admins' },
  { name: 'managers', label: 'Managers' },
  { name: 'flagged', label: 'Flagged Users' },
];

function Counts() {
  const query = useQuery(userCountsQuery);
  return (
    <Loaded
      query={query}
      loading={<CountCards />}
      failure={{ variant: 'banner', text: 'The statistics could not be loaded.' }}
    >
      {(counts) => <CountCards counts={counts} />}
    </Loaded>
  );
}

const CountCards = ({ counts }: { counts?: UserCounts }) => (
  <dl className="grid grid-cols-2 gap-2 sm:gap-4 md:grid-cols-4" aria-busy={counts === undefined}>
    {cards.map(({ name, label }) => (
      <Card key={name} isPadded={false} className="flex flex-col-reverse justify-end px-4 py-3">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-heading text-xl font-semibold tabular-nums">{counts ? formatCount(counts[name]) : '–'}</dd>
      </Card>
    ))}
  </dl>
);

const typingPauseMilliseconds = 300;

const roleOptions = [{ value: '', label: 'All roles' }, ...roles.map((value) => ({ value, label: roleNames[value] }))];
const statusNames = { active: 'Active', flagged: 'Flagged', suspended: 'Suspended' };
const statusOptions = [
  { value: '', label: 'Any status' },
  ...userStatuses.map((value) => ({ value, label: statusNames[value] })),
];
const orderOptions = [
  { value: 'name asc', label: 'By name, A to Z' },
  { value: 'name desc', label: 'By name, Z to A' },
  { value: 'email asc', label: 'By email, A to Z' },
  { value: 'email desc', label: 'By email, Z to A' },
  { value: 'role asc', label: 'By role, admins first' },
  { value: 'role desc', label: 'By role, users first' },
  { value: 'lastLogin desc', label: 'By last login, latest first' },
  { value: 'lastLogin asc', label: 'By last login, longest ago first' },
  { value: 'status desc', label: 'By status, suspended first' },
  { value: 'status asc', label: 'By status, active first' },
];

function Users({ viewerId }: { viewerId: string }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const filters = parseFilters(searchParams);
  const { sort, order } = filters;
  const isTable = useHasTwoColumns();
  const query = useInfiniteQuery({ ...usersQuery(filters), placeholderData: keepPreviousData });
  // The URL changes only after the next screen has loaded, so further changes build on the latest requested URL.
  const latestParams = useRef(searchParams);
  useEffect(() => {
    latestParams.current = searchParams;
  }, [searchParams]);
  const change = (changes: Record<string, string>) => {
    const next = new URLSearchParams(latestParams.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    latestParams.current = next;
    setSearchParams(next, { replace: true, preventScrollReset: true });
  };
  return (
    <section aria-label="Users" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2 *:first:col-span-full sm:gap-4 md:grid-cols-[minmax(0,1fr)_10rem_10rem] md:*:first:col-span-1">
        <SearchField value={filters.search ?? ''} onChange={(search) => change({ search })} />
        <Select
          label="Role"
          isLabelHidden
          options={roleOptions}
          value={filters.role ?? ''}
          onChange={({ target }) => change({ role: target.value })}
        />
        <Select
          label="Status"
          isLabelHidden
          options={statusOptions}
          value={filters.status ?? ''}
          onChange={({ target }) => change({ status: target.value })}
        />
        {!isTable && (
          <div className="col-span-full">
            <Select
              label="Order"
              isLabelHidden
              options={orderOptions}
              value={`${sort} ${order}`}
              onChange={({ target }) => {
                const [nextSort = '', nextOrder = ''] = target.value.split(' ');
                change({ sort: nextSort, order: nextOrder });
              }}
            />
          </div>
        )}
      </div>
      <PagedList
        list={query}
        listKey={searchParams.toString()}
        loading={<UsersLoading />}
        failedTitle="The members could not be loaded"
        empty={{
          picture: 'search',
          title: 'No members found',
          text: 'No one matches. Try fewer words or another filter.',
        }}
        more={{ label: 'Show more members', autoLoadPixels: 600 }}
      >
        {(users) => (
          <div
            className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : 'transition-opacity'}
            aria-busy={query.isPlaceholderData}
          >
            <UserTable users={users} viewerId={viewerId} sort={sort} order={order} onOrderChange={change} />
          </div>
        )}
      </PagedList>
    </section>
  );
}

/** Debounces the input: each search is a request. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [input, setTyped] = useState(value);
  const applySearch = useEffectEvent((text: string) => {
    if (text !== value) onChange(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => applySearch(cutText(cleanLine(input), 100)), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [input]);
  return (
    <TextField
      label="Search members"
      isLabelHidden
      type="search"
      placeholder="Search by name or email"
      autoComplete="off"
      value={input}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const UsersLoading = () => (
  <LoadingRows label="Loading members" count={8} before={<Skeleton isRound className="size-8" />} />
);
