import type { JournalEntry, JournalPrompt } from '@commons/contract/journal/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewerId } from '../auth/index.ts';
import { entryQuery } from './entries.api.ts';
import { EntryEditor, writingClass } from './entry-editor.tsx';
import { promptQuery } from './journal.api.ts';
import { entryDraftKey, promptDraftKey, readPage } from './unsaved-pages.ts';
import type { Page } from './writing.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  const searchParams = new URLSearchParams(window.location.search);
  const [entryId, promptId] = [searchParams.get('entry'), searchParams.get('prompt')];
  if (entryId !== null) void queryClient.prefetchQuery(entryQuery(queryClient, entryId));
  else if (promptId !== null) void queryClient.prefetchQuery(promptQuery(queryClient, promptId));
});

/** The screen for writing: a new page for a prompt, or an existing entry. */
export default function WriteScreen() {
  const memberId = useViewerId();
  // Unsaved text is on the device only, so the server does not render the page.
  const isHydrated = useIsHydrated();
  const [searchParams] = useSearchParams();
  const [entryId, promptId] = [searchParams.get('entry'), searchParams.get('prompt')];
  return (
    <div className="flex flex-1 flex-col gap-4">
      <PageTitle>Write</PageTitle>
      <BackLink to={paths.journal}>Your Journal</BackLink>
      {memberId === undefined || !isHydrated ? (
        <PageLoading />
      ) : entryId === null && promptId === null ? (
        <Unavailable title="Choose a prompt to write about" to={paths.journalPrompts} label="See all prompts" />
      ) : (
        <OpenPage key={entryId ?? promptId} memberId={memberId} entryId={entryId} promptId={promptId ?? ''} />
      )}
    </div>
  );
}

const createPage = ({ id, promptId, prompt, content, revision }: JournalEntry): Page => ({
  promptId,
  prompt,
  entryId: id,
  revision,
  saved: content,
  text: content,
  typedAt: 0,
  attempt: null,
});

const createBlankPage = ({ id, prompt }: JournalPrompt): Page => ({
  promptId: id,
  prompt,
  entryId: null,
  revision: null,
  saved: '',
  text: '',
  typedAt: 0,
  attempt: null,
});

type OpenPageProps = { memberId: string; entryId: string | null; promptId: string };

/** Shows a page. The version stored on this device takes precedence, because it is the latest. */
function OpenPage({ memberId, entryId, promptId }: OpenPageProps) {
  const [page, setPage] = useState(() =>
    readPage(entryId === null ? promptDraftKey(memberId, promptId) : entryDraftKey(memberId, entryId)),
  );
  const shouldFetch = page === null;
  const queryClient = useQueryClient();
  const entry = useQuery({ ...entryQuery(queryClient, entryId ?? ''), enabled: shouldFetch && entryId !== null });
  const prompt = useQuery({ ...promptQuery(queryClient, promptId), enabled: shouldFetch && entryId === null });
  if (page !== null) return <EntryEditor memberId={memberId} page={page} />;
  if (entry.data) setPage(createPage(entry.data));
  else if (prompt.data) setPage(createBlankPage(prompt.data));
  return entryId === null ? (
    <Loaded
      query={prompt}
      loading={<PageLoading />}
      failure={{ variant: 'card', title: 'The prompt could not be loaded', headingLevel: 'h1' }}
    >
      {() => (
        <Unavailable title="This prompt is no longer available" to={paths.journalPrompts} label="See all prompts" />
      )}
    </Loaded>
  ) : (
    <Loaded
      query={entry}
      loading={<PageLoading />}
      failure={{ variant: 'card', title: 'This entry could not be loaded', headingLevel: 'h1' }}
    >
      {() => <Unavailable title="This entry is not in your journal" to={paths.journal} label="Go to your journal" />}
    </Loaded>
  );
}

const Unavailable = ({ title, to, label }: { title: string; to: string; label: string }) => (
  <NoticeCard picture="journal" title={title} link={{ to, label, variant: 'secondary' }} />
);

const PageLoading = () => (
  <Loading label="Loading your page" className={writingClass}>
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-5 w-2/5" />
    </div>
    <Card aria-hidden="true" className="min-h-80" />
  </Loading>
);
