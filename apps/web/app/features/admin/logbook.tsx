import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime, formatDay, timeOfDay } from '../../lib/locale.ts';
import type { Pages } from '../../lib/pages.ts';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';

type LogbookProps<Entry extends { id: string }> = {
  list: UseInfiniteQueryResult<Pick<Pages<Entry>, 'pages'>>;
  label: string;
  loadingLabel: string;
  failedTitle: string;
  empty: { title: string; text: string };
  timeOf: (entry: Entry) => string;
  children: (entry: Entry) => ReactNode;
};

/** A list of events, newest first. */
export function Logbook<Entry extends { id: string }>(props: LogbookProps<Entry>) {
  const { list, label, loadingLabel, failedTitle, empty, timeOf, children } = props;
  return (
    <PagedList
      list={list}
      loading={
        <Loading label={loadingLabel} className="flex flex-col gap-3">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="h-16 w-full" />
          ))}
        </Loading>
      }
      failedTitle={failedTitle}
      empty={empty}
      more={{ label: 'Show earlier', autoLoadPixels: 600 }}
    >
      {(entries) => (
        <Card isPadded={false}>
          <ol aria-label={label} className="divide-y divide-line">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] md:px-6"
              >
                <span className="text-muted">
                  <Timestamp at={timeOf(entry)} />
                </span>
                <div className="wrap-anywhere">{children(entry)}</div>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </PagedList>
  );
}

/** An exact date and time. */
export const Timestamp = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    <span className="whitespace-nowrap">{formatDay(at)},</span>{' '}
    <span className="whitespace-nowrap">{timeOfDay(at)}</span>
  </time>
);
