import type { ModerationCase } from '@commons/contract/moderation/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { classNames } from '../../ui/class-names.ts';
import { useFocusRestored } from '../../ui/focus.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useViewer } from '../auth/index.ts';
import { CaseList } from './case-list.tsx';
import { CasePanel } from './case-panel.tsx';
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
    <NoticeCard picture="door" title="For moderators" text="Only managers and admins can see reports." />
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
  return (
    <div className="flex flex-col gap-6">
      {openId === undefined && <PageTitle>Moderation</PageTitle>}
      <div className={classNames(openId !== undefined && 'max-lg:sr-only')}>
        <h1 className="text-2xl">Moderation</h1>
        <p className="mt-1 text-muted">
          Most urgent first.{' '}
          <span className="pointer-coarse:hidden">
            Press <kbd>j</kbd> or <kbd>k</kbd> to move, <kbd>Enter</kbd> to open.
          </span>
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section
          ref={queue}
          tabIndex={-1}
          aria-label="Queue"
          className={classNames('outline-none', openId !== undefined && 'max-lg:hidden')}
        >
          <PagedList
            list={list}
            loading={<QueueLoading />}
            failedTitle="The queue could not be loaded"
            empty={{ picture: 'lantern', title: 'All caught up', text: 'No open cases. Thank you.' }}
            more={{ className: 'mt-4' }}
          >
            {(openCases) => (
              <CaseList cases={openCases} openId={openId} viewerId={viewerId} onEnter={() => panel.current?.focus()} />
            )}
          </PagedList>
        </section>
        {openId === undefined ? (
          cases.length > 0 && (
            <p className="hidden px-6 py-12 text-center text-muted lg:block">Choose a case to see the details.</p>
          )
        ) : (
          <CasePanel key={openId} id={openId} ref={panel} onDone={() => void navigate(paths.moderation)} />
        )}
      </div>
    </div>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null;

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keyboard navigation in the queue: j or arrow down for the next case, k or arrow up for the previous one. */
const useCaseKeys = (cases: readonly ModerationCase[], openId: string | undefined): void => {
  const navigate = useNavigate();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Arrow keys move between cases only while the focus is in the list; elsewhere they scroll.
    if (event.key.startsWith('Arrow') && !(event.target instanceof Element && event.target.closest('[data-case-id]')))
      return;
    // Starts from the focused case, because the route may lag behind quick presses.
    const focusedId = document.activeElement?.closest<HTMLElement>('[data-case-id]')?.dataset['caseId'];
    const currentIndex = cases.findIndex(({ id }) => id === (focusedId ?? openId));
    const next = cases[currentIndex === -1 ? (step === 1 ? 0 : cases.length - 1) : currentIndex + step];
    if (!next) return;
    event.preventDefault();
    void navigate(paths.moderationCase(next.id));
    document.querySelector<HTMLElement>(`[data-case-id="${next.id}"]`)?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

const QueueLoading = () => (
  <Loading label="Loading the queue">
    <div className="flex flex-col gap-2">
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className="h-16 w-full rounded-control" />
      ))}
    </div>
  </Loading>
);
