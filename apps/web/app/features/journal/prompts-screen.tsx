import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, NotebookPen } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { AdminsNote } from '../../ui/admins-note.tsx';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog, lazyMenu } from '../../ui/lazy-opening.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { recommendationLists, WithRecommendations } from '../recommendations/index.ts';
import { Categories } from './categories.tsx';
import { categoriesQuery, type PromptFilter, promptsQuery, refreshPrompts, todaysPromptQuery } from './journal.api.ts';
import { PromptCard } from './prompt-card.tsx';
import { TodaysPrompt } from './todays-prompt.tsx';

const PromptDialog = lazyDialog(async () => ({ default: (await import('./prompt-actions.tsx')).PromptDialog }));
const PromptsMenu = lazyMenu(async () => ({ default: (await import('./prompt-actions.tsx')).PromptsMenu }));

const parseFilter = (searchParams: URLSearchParams): PromptFilter => {
  const category = searchParams.get('category') ?? '';
  return /^[1-9]\d{0,8}$/.test(category) ? Number(category) : 'all';
};

const prefetch: Prefetch = (queryClient, _params, search) => {
  void queryClient.prefetchQuery(todaysPromptQuery);
  void queryClient.prefetchQuery(categoriesQuery);
  void queryClient.prefetchInfiniteQuery(promptsQuery(parseFilter(search)));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('journal_prompt'));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The journal prompts. The selected category is in the URL, so that links and reloads keep it. */
export default function PromptsScreen() {
  const viewer = useViewer();
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = parseFilter(searchParams);
  const selectCategory = (next: PromptFilter) =>
    setSearchParams(next === 'all' ? {} : { category: String(next) }, { replace: true, preventScrollReset: true });
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title="Journal Prompts" lead="Questions to write about. Only you can see what you write.">
        <div className="flex flex-wrap items-center gap-3">
          {viewer?.role === 'manager' && <AdminsNote noun="prompts" />}
          <Link to={paths.journal} className={buttonClass('secondary')}>
            <NotebookPen size={20} strokeWidth={1.75} aria-hidden="true" />
            Your Journal
          </Link>
          {viewer?.role === 'admin' && <AddButtons />}
        </div>
      </ScreenHeader>
      <TodaysPrompt />
      <WithRecommendations type="journal_prompt" label="Prompts">
        <div className="flex flex-col gap-4">
          <Categories filter={filter} onSelect={selectCategory} />
          <CardGrid
            noun="prompts"
            key={filter}
            label="Prompts"
            list={useInfiniteQuery(promptsQuery(filter))}
            skeleton={<PromptSkeleton />}
            className="grid gap-4 sm:grid-cols-2"
            empty={{
              picture: 'journal',
              title: 'No prompts found',
              text: filter === 'all' ? 'No journal prompts available yet.' : 'No prompts in this category yet.',
            }}
            loadsAutomatically={false}
          >
            {(prompt) => <PromptCard key={prompt.id} prompt={prompt} />}
          </CardGrid>
        </div>
      </WithRecommendations>
    </div>
  );
}

function AddButtons() {
  const queryClient = useQueryClient();
  return (
    <>
      <PromptDialog trigger={<Button variant="secondary">Add Prompt</Button>} />
      <PromptsMenu
        trigger={<IconButton icon={Ellipsis} label="More for admins" />}
        onImported={() => void refreshPrompts(queryClient)}
      />
    </>
  );
}

const PromptSkeleton = () => (
  <Card aria-hidden="true" isPadded={false} className="p-4">
    <Skeleton isRound className="h-6 w-2/5" />
    <Skeleton className="mt-3 h-5" />
    <Skeleton className="mt-2 h-5 w-4/5" />
    <Skeleton className="mt-3 h-5 w-16" />
  </Card>
);
