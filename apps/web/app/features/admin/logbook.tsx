import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { dayLabel, formatDateTime, isSameDay, timeOfDay } from '../../lib/locale.ts';
import type { Pages } from '../../lib/pages.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';

type LogEntry = {
  at: string;
  /** The event in one line. */
  summary: ReactNode;
  /** The person concerned, at the end of the line. */
  aside: ReactNode;
  /** Names and values that fold open below the line. */
  details: readonly { name: string; value: string }[];
};

type LogbookProps<Entry extends { id: string }> = {
  list: UseInfiniteQueryResult<Pick<Pages<Entry>, 'pages'>>;
  label: string;
  loadingLabel: string;
  failedTitle: string;
  empty: ComponentProps<typeof PagedList>['empty'];
  /** Returns the content of a row. */
  renderEntry: (entry: Entry) => LogEntry;
};

/** A list of events, newest first, with a heading for each day. */
export function Logbook<Entry extends { id: string }>(props: LogbookProps<Entry>) {
  const { list, label, loadingLabel, failedTitle, empty, renderEntry } = props;
  return (
    <PagedList
      list={list}
      loading={<LoadingRows label={loadingLabel} count={8} />}
      failedTitle={failedTitle}
      empty={empty}
      more={{ label: 'Show earlier', autoLoadPixels: 600 }}
    >
      {(entries) => {
        const rows = entries.map((entry) => ({ id: entry.id, ...renderEntry(entry) }));
        return (
          <Card isPadded={false} className="overflow-clip">
            <ol aria-label={label}>
              {rows.map(({ id, ...row }, index) => {
                const previous = rows[index - 1];
                return <LogRow key={id} {...row} startsDay={!previous || !isSameDay(previous.at, row.at)} />;
              })}
            </ol>
          </Card>
        );
      }}
    </PagedList>
  );
}

function LogRow({ at, summary, aside, details, startsDay }: LogEntry & { startsDay: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li className="border-b border-line last:border-b-0">
      {startsDay && (
        <h2 className="border-b border-line bg-sunk px-4 py-1.5 font-text text-xs leading-normal font-semibold tracking-normal text-muted md:px-6">
          {dayLabel(at)}
        </h2>
      )}
      <div className="flex min-h-12 items-start gap-x-4 px-4 py-1 text-sm md:px-6">
        <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 py-2 md:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,13rem)]">
          <time dateTime={at} title={formatDateTime(at)} className="text-muted tabular-nums">
            {timeOfDay(at)}
          </time>
          <div className="min-w-0 wrap-anywhere max-md:order-first max-md:col-span-full">{summary}</div>
          <p className="min-w-0 wrap-anywhere text-muted md:text-end">{aside}</p>
        </div>
        {details.length === 0 ? (
          <span className="-me-2 w-10 shrink-0 max-md:hidden" />
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            title="Details"
            onClick={() => setIsOpen(!isOpen)}
            className="-me-2 inline-flex size-10 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink pointer-coarse:size-11"
          >
            <ChevronDown
              size={20}
              strokeWidth={1.75}
              aria-hidden="true"
              className={classNames('transition-transform', isOpen && 'rotate-180')}
            />
            <span className="sr-only">Details</span>
          </button>
        )}
      </div>
      <dl
        id={id}
        hidden={!isOpen}
        className="px-4 pb-4 text-sm md:grid md:grid-cols-[4.5rem_minmax(0,1fr)] md:gap-x-4 md:px-6"
      >
        {details.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-4 md:col-start-2">
            <dt className="w-32 text-muted first-letter:uppercase">{name}</dt>
            <dd className="min-w-0 flex-[1_1_12rem] wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
