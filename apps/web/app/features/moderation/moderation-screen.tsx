import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFocusRestored } from '../../ui/focus.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';
import { useViewer } from '../auth/index.ts';
import { CaseKeysHint, useCaseKeys } from './case-keys.tsx';
import { CaseList } from './case-list.tsx';
import { CasePanel } from './case-panel.tsx';
import { CasePosition } from './case-position.tsx';
import { ConcernsLink } from './concerns-link.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { caseQuery, queueQuery } from './moderation.api.ts';

/** The open case contains dates in the reader's time zone, so the browser renders it. */
export const loader = pageLoader((client) => void client.prefetchInfiniteQuery(queueQuery));
export const clientLoader = screenLoader<'id'>((client, { id }) => {
  void client.prefetchInfiniteQuery(queueQuery);
  if (id !== undefined) void client.prefetchQuery(caseQuery(id));
});

/** The queue and the open case beside it. */
export default function ModerationScreen() {
  const viewer = useViewer();
  if (viewer?.role === 'user') return <ModeratorsOnly />;
  return <Queue viewerId={viewer?.id} />;
}

const ModeratorsOnly = () => (
  <>
    <PageTitle>Moderation</PageTitle>
    <NoticeCard
      picture="door"
      title="For moderators"
      text="Only managers and admins can see reports. You can follow your own reports on their page."
      link={{ to: paths.reports, label: 'Your reports', variant: 'secondary' }}
    />
  </>
);

function Queue({ viewerId }: { viewerId: string | undefined }) {
  const { id: openId } = useParams();
  const list = useInfiniteQuery(queueQuery);
  const navigate = useNavigate();
  const cases = list.data ? itemsIn(list.data) : [];
  const panel = useRef<HTMLElement>(null);
  const queue = useRef<HTMLElement>(null);
  useFocusRestored(queue);
  useCaseKeys(cases, openId);
  const isEmpty = list.data !== undefined && cases.length === 0 && !list.hasNextPage;
  return (
    <div className="flex flex-col gap-6">
      {openId === undefined && <PageTitle>Moderation</PageTitle>}
      <div className={classNames(openId !== undefined && 'max-lg:sr-only')}>
        <h1 className="text-2xl">Moderation</h1>
        <p className="mt-1 text-muted">
          {isEmpty ? (
            'Reports, and posts that wait for a review.'
          ) : (
            <>
              Most urgent first. <CaseKeysHint />
            </>
          )}
        </p>
        <ConcernsLink />
      </div>
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
          // Without a case, the empty queue uses the whole width.
          (!isEmpty || openId !== undefined) && 'lg:grid-cols-[20rem_minmax(0,1fr)]',
        )}
      >
        <section
          ref={queue}
          tabIndex={-1}
          aria-label="Queue"
          className={classNames(
            'min-w-0 outline-none lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto',
            openId !== undefined && 'max-lg:hidden',
          )}
        >
          {isEmpty ? (
            <EmptyQueue />
          ) : (
            <PagedList
              list={list}
              loading={<LoadingRows label="Loading the queue" count={5} />}
              failedTitle="The queue could not be loaded"
              empty={{ title: 'All caught up' }}
              more={{ className: 'mt-4' }}
            >
              {(openCases) => (
                <CaseList
                  cases={openCases}
                  openId={openId}
                  viewerId={viewerId}
                  onEnter={() => panel.current?.focus()}
                />
              )}
            </PagedList>
          )}
        </section>
        {openId === undefined ? (
          cases.length > 0 && <NoCaseChosen />
        ) : (
          <CasePanel
            key={openId}
            id={openId}
            ref={panel}
            position={<CasePosition cases={cases} openId={openId} />}
            onDone={() => void navigate(paths.moderation)}
          />
        )}
      </div>
    </div>
  );
}

const NoCaseChosen = () => (
  <Card className="hidden lg:block">
    <EmptyState
      picture="lantern"
      title="Choose a case"
      text="Its content stays blurred until you open it. Take your time."
    />
  </Card>
);
