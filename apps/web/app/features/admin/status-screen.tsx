import type { SystemStatus } from '@commons/contract/admin/schemas';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatDateTime, formatDay, timeOfDay } from '../../lib/locale.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { statusQuery } from './admin.api.ts';
import {
  formatAge,
  formatMilliseconds,
  listConcerns,
  liveConnections,
  queryFigures,
  queueFigures,
  rowEstimate,
} from './admin.texts.ts';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(statusQuery);
});

export default function StatusScreen() {
  return (
    <AdminPage title="Status" text="Server health and storage.">
      {() => <Status />}
    </AdminPage>
  );
}

const columnsClass = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2';
const columnClass = 'flex flex-col gap-4';

function Status() {
  const query = useQuery(statusQuery);
  return (
    <Loaded
      query={query}
      loading={
        <Loading label="The status is loading" className="flex flex-col gap-4">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-28 w-full" />
          <span className={columnsClass}>
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-72 w-full" />
          </span>
        </Loading>
      }
      failure={{ variant: 'card', title: 'The status could not be loaded' }}
    >
      {(status) => (
        <>
          <Concerns status={status} readAt={query.dataUpdatedAt} />
          <Summary status={status} readAt={query.dataUpdatedAt} />
          <div className={columnsClass}>
            <div className={columnClass}>
              <Queues queues={status.queues} />
              <Tables tables={status.database.tables} />
            </div>
            <div className={columnClass}>
              <Versions status={status} />
              <Statements statements={status.statements} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

type StatusProps = { status: SystemStatus; readAt: number };

function Concerns({ status, readAt }: StatusProps) {
  const concerns = listConcerns(status, readAt);
  if (concerns.length === 0) return <Banner tone="ok">Everything is working.</Banner>;
  return (
    <ul aria-label="Needs attention" className="flex flex-col gap-3">
      {concerns.map(({ tone, title, text }) => (
        <li key={title}>
          <Banner tone={tone} title={title}>
            {text}
          </Banner>
        </li>
      ))}
    </ul>
  );
}

function Summary({ status: { startedAt, disk, database, backup }, readAt }: StatusProps) {
  const { inUse, max } = database.connections;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4">
      <SummaryItem
        label="Running for"
        value={formatAge(startedAt, readAt)}
        hint={
          <>
            since <Timestamp at={startedAt} />
          </>
        }
      />
      <SummaryItem label="Free space" value={formatBytes(disk.freeBytes)} hint={`of ${formatBytes(disk.totalBytes)}`} />
      <SummaryItem
        label="Database"
        value={formatBytes(database.bytes)}
        hint={`${formatCount(inUse)} of ${formatCount(max)} connections in use`}
      />
      <SummaryItem
        label="Last backup"
        value={!backup ? 'Manual only' : !backup.lastAt ? 'None yet' : `${formatAge(backup.lastAt, readAt)} ago`}
        hint={!backup ? 'No automatic backups' : backup.lastAt && <Timestamp at={backup.lastAt} />}
      />
    </dl>
  );
}

const Timestamp = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    <span className="whitespace-nowrap">{formatDay(at)},</span>{' '}
    <span className="whitespace-nowrap">{timeOfDay(at)}</span>
  </time>
);

const SummaryItem = ({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) => (
  <Card isPadded={false} className="flex flex-col px-4 py-3">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-heading text-xl font-semibold wrap-anywhere">{value}</dd>
    {hint && <dd className="mt-1 text-xs text-muted">{hint}</dd>}
  </Card>
);

type StatusRow = { name: string; value: string; hint?: ReactNode };
type StatusListProps = { title: string; text: string; rows: readonly StatusRow[]; empty?: string };

/** A titled list of names and values. On narrow screens the value is below its name. */
const StatusList = ({ title, text, ...list }: StatusListProps) => (
  <Card as="section" aria-label={title} className="flex flex-col gap-3">
    <div>
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-muted">{text}</p>
    </div>
    <StatusRows {...list} />
  </Card>
);

/** A list that folds open. Closed, it shows its first row. */
function FoldedList({ title, text, rows, empty }: StatusListProps) {
  const [first] = rows;
  return (
    <Card as="section" aria-label={title} isPadded={false}>
      <details className="group/fold">
        <summary className="flex min-h-14 list-none items-center gap-4 rounded-card px-4 py-3 md:px-6 [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 flex-1">
            <h2 className="text-lg">{title}</h2>
            <p className="text-sm text-muted">{text}</p>
            {first && (
              <p className="mt-1 text-sm wrap-anywhere group-open/fold:hidden">
                {first.name} <span className="font-semibold tabular-nums">{first.value}</span>
              </p>
            )}
          </div>
          <ChevronDown
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-muted transition-transform group-open/fold:rotate-180"
          />
        </summary>
        <div className="px-4 pb-4 md:px-6">
          <StatusRows rows={rows} {...(empty !== undefined && { empty })} />
        </div>
      </details>
    </Card>
  );
}

function StatusRows({ rows, empty }: Pick<StatusListProps, 'rows' | 'empty'>) {
  if (rows.length === 0) return <p className="border-t border-line pt-3 text-sm">{empty}</p>;
  return (
    <dl className="divide-y divide-line border-t border-line text-sm">
      {rows.map(({ name, value, hint }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0">
          <dt className="min-w-0 flex-[1_1_9rem] wrap-anywhere">{name}</dt>
          <dd className="wrap-anywhere text-end tabular-nums">
            <span className="font-semibold">{value}</span>
            {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Queues({ queues }: Pick<SystemStatus, 'queues'>) {
  const activeQueues = queues.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  return (
    <StatusList
      title="Background jobs"
      text="Emails, notifications and scheduled tasks"
      empty={`All ${formatCount(queues.length)} queues are empty.`}
      rows={activeQueues.map((queue) => ({
        name: queue.name,
        value: queueFigures(queue),
        ...(queue.oldestDueAt !== null && {
          hint: (
            <>
              oldest due <RelativeTime at={queue.oldestDueAt} />
            </>
          ),
        }),
      }))}
    />
  );
}

const Versions = ({ status: { versions, update, live } }: { status: SystemStatus }) => (
  <StatusList
    title="Software"
    text="This server process and its services"
    rows={[
      {
        name: 'Mindful Commons',
        value: versions.application,
        ...(update && {
          hint: (
            <a
              href={update.url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center text-primary underline underline-offset-2"
            >
              {update.version} is available<span className="sr-only"> (opens in a new tab)</span>
            </a>
          ),
        }),
      },
      { name: 'Node.js', value: versions.node },
      { name: 'PostgreSQL', value: versions.postgresql },
      { name: 'Latest migration', value: versions.migration ?? 'from a newer version' },
      {
        name: 'Live updates',
        value: live.transport === 'redis' ? 'over Redis' : 'over the database',
        hint: liveConnections(live.sockets),
      },
    ]}
  />
);

const Tables = ({ tables }: Pick<SystemStatus['database'], 'tables'>) => (
  <FoldedList
    title="Largest tables"
    text="Including indexes"
    rows={tables.map(({ name, bytes, rows }) => ({
      name,
      value: formatBytes(bytes),
      ...(rows !== null && { hint: rowEstimate(rows) }),
    }))}
  />
);

const Statements = ({ statements }: Pick<SystemStatus, 'statements'>) => (
  <FoldedList
    title="Slowest queries"
    text="Average since startup, including wait time"
    empty="No queries yet."
    rows={statements.map(({ name, calls, meanMilliseconds, slowestMilliseconds }) => ({
      name,
      value: formatMilliseconds(meanMilliseconds),
      hint: queryFigures(calls, slowestMilliseconds),
    }))}
  />
);
