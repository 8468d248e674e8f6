import type { JournalEntry } from '@commons/contract/journal/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { excerptOf } from '../../lib/excerpt.ts';
import { dayLabel, formatDateTime, isSameDay, timeOfDay } from '../../lib/locale.ts';
import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewerId } from '../auth/index.ts';
import { entriesQuery } from './entries.api.ts';
import { pageDraftKey, useUnsavedPages, useSaveStoredPages } from './unsaved-pages.ts';

/** Sends the page without the member's texts. */
export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchInfiniteQuery(entriesQuery);
});

const choosePromptLink = (
  <Link to={paths.journalPrompts} className={buttonClass()}>
    Choose a prompt
  </Link>
);

/** The member's journal, grouped by local day. */
export default function JournalScreen() {
  const memberId = useViewerId();
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title="Your Journal" lead="Only you can see it.">
        {choosePromptLink}
      </ScreenHeader>
      {memberId !== undefined && <UnsavedPages memberId={memberId} />}
      <PagedList
        list={useInfiniteQuery(entriesQuery)}
        loading={<JournalLoading />}
        failedTitle="Your journal could not be loaded"
        empty={{
          picture: 'journal',
          title: 'Nothing written yet',
          text: 'Choose a prompt and write a line or a page. It is saved automatically, and no one else can read it.',
          action: (
            <Link to={paths.journalPrompts} className={buttonClass('secondary')}>
              See today’s prompt
            </Link>
          ),
        }}
        more={{ autoLoadPixels: 1200 }}
      >
        {(entries) => groupByDay(entries).map((day) => <Day key={day[0]?.id} entries={day} />)}
      </PagedList>
    </div>
  );
}

const groupByDay = (entries: readonly JournalEntry[]): JournalEntry[][] => {
  const days: JournalEntry[][] = [];
  for (const entry of entries) {
    const day = days.at(-1);
    if (day?.[0] && isSameDay(day[0].createdAt, entry.createdAt)) day.push(entry);
    else days.push([entry]);
  }
  return days;
};

/** As in a diary, the day is in the margin where the screen has one. */
const groupClass = 'grid gap-3 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-6';
const dayClass = 'text-lg lg:pt-6';

function Day({ entries }: { entries: readonly JournalEntry[] }) {
  const [first] = entries;
  const at = first?.createdAt ?? '';
  const label = useTimeText((now) => dayLabel(at, now));
  return (
    <section aria-label={label} className={groupClass}>
      <h2 className={dayClass}>{label}</h2>
      <ul className="flex flex-col gap-3">
        {entries.map(({ id, prompt, content, createdAt }) => (
          <PageLink key={id} to={paths.journalEntry(id)} prompt={prompt} text={content}>
            <time dateTime={createdAt} title={formatDateTime(createdAt)}>
              {timeOfDay(createdAt)}
            </time>
          </PageLink>
        ))}
      </ul>
    </section>
  );
}

/** About three lines on a phone. */
const excerptGraphemes = 140;

type PageLinkProps = { to: string; prompt: string; text: string; children: ReactNode };

/** A card with an excerpt of a page. The whole card is a link. */
const PageLink = ({ to, prompt, text, children }: PageLinkProps) => (
  <li className="flex min-w-0">
    <Card as="article" aria-label={prompt} className="relative min-w-0 flex-1 transition-colors hover:border-field">
      <p className="text-xs text-muted">{children}</p>
      <h3 dir="auto" className="mt-1 text-base leading-snug wrap-anywhere">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
          {prompt}
        </Link>
      </h3>
      <p dir="auto" className="mt-2 text-sm wrap-anywhere">
        {excerptOf(text, excerptGraphemes)}
      </p>
    </Card>
  </li>
);

/** Pages that are stored only on this device. They are saved as soon as the server is reachable. */
function UnsavedPages({ memberId }: { memberId: string }) {
  const pages = useUnsavedPages(memberId);
  useSaveStoredPages(memberId);
  if (pages.length === 0) return null;
  return (
    <section aria-label="Saved on this device only" className={groupClass}>
      <h2 className={dayClass}>Saved on this device only</h2>
      <ul className="flex flex-col gap-3">
        {pages.map((page) => (
          <PageLink
            key={pageDraftKey(memberId, page)}
            to={page.entryId === null ? paths.writeFor(page.promptId) : paths.journalEntry(page.entryId)}
            prompt={page.prompt}
            text={page.text}
          >
            Not saved yet
          </PageLink>
        ))}
      </ul>
    </section>
  );
}

const JournalLoading = () => (
  <Loading label="Loading your journal" className={groupClass}>
    <Skeleton className="h-6 w-24 lg:mt-6" />
    <div className="flex flex-col gap-3">
      {Array.from({ length: 3 }, (_, row) => (
        <Card key={row} aria-hidden="true">
          <Skeleton className="h-3.5 w-16" />
          <Skeleton className="mt-3 h-5 w-4/5" />
          <Skeleton className="mt-3 h-4" />
          <Skeleton className="mt-2 h-4 w-2/3" />
        </Card>
      ))}
    </div>
  </Loading>
);
