import type { Report, ReportState } from '@commons/contract/reports/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ownReportsQuery } from './reports.api.ts';
import { reasonLabels, subjectLabels } from './reports.texts.ts';

const prefetch: Prefetch = (client) => void client.prefetchInfiniteQuery(ownReportsQuery);
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

const states: Record<ReportState, { label: string; tone: BadgeTone }> = {
  received: { label: 'Received', tone: 'neutral' },
  looked_at: { label: 'Reviewed', tone: 'primary' },
  closed: { label: 'Closed', tone: 'ok' },
};

/** The viewer's reports and their statuses. Decisions stay between the moderators and the affected member. */
export default function ReportsScreen() {
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title="Your Reports" lead="No one is told that you sent them." />
      <PagedList
        label="Your reports, newest first"
        list={useInfiniteQuery(ownReportsQuery)}
        loading={<LoadingRows label="Loading your reports" count={3} after={<Skeleton className="h-5 w-20" />} />}
        failedTitle="Your reports could not be loaded"
        empty={{
          picture: 'lantern',
          title: 'No reports',
          text: 'If something is not right, choose “Report” in its menu. You can follow your reports here.',
        }}
        more={{ className: 'mt-6' }}
      >
        {(reports) => (
          <Card isPadded={false}>
            <ol className="divide-y divide-line">
              {reports.map((report) => (
                <Entry key={report.id} report={report} />
              ))}
            </ol>
          </Card>
        )}
      </PagedList>
    </div>
  );
}

function Entry({ report: { subjectType, reason, note, state, createdAt } }: { report: Report }) {
  const { label, tone } = states[state];
  return (
    <li className="flex items-start gap-4 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{subjectLabels[subjectType]}</p>
        <p className="mt-0.5 text-muted">
          {reasonLabels[reason]} · <RelativeTime at={createdAt} className="inline-block" />
        </p>
        {note !== null && (
          <p dir="auto" className="mt-2 whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}
