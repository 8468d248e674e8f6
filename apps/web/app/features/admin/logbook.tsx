import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsIn, type Pages } from '../../lib/pages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { Timestamp } from './timestamp.tsx';

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
    <>
      <Loaded
        query={list}
        loading={
          <Loading label={loadingLabel} className="flex flex-col gap-3">
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} className="h-16 w-full" />
            ))}
          </Loading>
        }
        failure={{ variant: 'card', title: failedTitle }}
      >
        {(pages) => {
          const entries = itemsIn(pages);
          return entries.length === 0 ? (
            <Card>
              <EmptyState picture="common" {...empty} />
            </Card>
          ) : (
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
          );
        }}
      </Loaded>
      <LoadMore list={list} label="Show earlier" autoLoadPixels={600} />
    </>
  );
}
