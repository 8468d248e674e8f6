import type { JournalCategory } from '@commons/contract/journal/schemas';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Button, buttonClass, OptionsButton } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { lazyDialog, lazyMenu } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { CsvDialog } from '../csv/index.ts';
import { recommendationLists, Recommendations } from '../recommendations/index.ts';
import { categoriesQuery, type PromptFilter, promptsQuery, refreshPrompts } from './journal.api.ts';
import { PromptCard } from './prompt-card.tsx';

const PromptDialog = lazyDialog(async () => ({ default: (await import('./prompt-actions.tsx')).PromptDialog }));
const CategoryDialog = lazyDialog(async () => ({ default: (await import('./prompt-actions.tsx')).CategoryDialog }));
const CategoryMenu = lazyMenu(async () => ({ default: (await import('./prompt-actions.tsx')).CategoryMenu }));

const parseFilter = (searchParams: URLSearchParams): PromptFilter => {
  const category = searchParams.get('category') ?? '';
  return /^[1-9]\d{0,8}$/.test(category) ? Number(category) : 'all';
};

const prefetch: Prefetch = (queryClient, _params, search) => {
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
  const selectCategory = (next: string) => setSearchParams(next === 'all' ? {} : { category: next }, { replace: true });
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title="Journal Prompts" lead="Questions to write about. Only you can see what you write.">
        <div className="flex flex-wrap gap-3">
          <Link to={paths.journal} className={buttonClass('secondary')}>
            <NotebookPen size={20} strokeWidth={1.75} aria-hidden="true" />
            Your Journal
          </Link>
          {viewer?.role === 'admin' && <AddButtons />}
        </div>
      </ScreenHeader>
      <Categories filter={filter} onSelect={selectCategory} />
      <CardGrid
        noun="prompts"
        key={filter}
        label="Prompts"
        list={useInfiniteQuery(promptsQuery(filter))}
        skeleton={<PromptSkeleton />}
        empty={{
          picture: 'journal',
          title: 'No prompts found',
          text: filter === 'all' ? 'No journal prompts available yet.' : 'No prompts in this category yet.',
        }}
        loadsAutomatically={false}
      >
        {(prompt) => <PromptCard key={prompt.id} prompt={prompt} />}
      </CardGrid>
      <Recommendations type="journal_prompt" />
    </div>
  );
}

function AddButtons() {
  const queryClient = useQueryClient();
  return (
    <>
      <CsvDialog
        trigger={<Button variant="secondary">Import or export</Button>}
        kind="journal-prompts"
        title="Journal Prompts"
        onImported={() => void refreshPrompts(queryClient)}
      />
      <CategoryDialog trigger={<Button variant="secondary">Add Category</Button>} />
      <PromptDialog trigger={<Button>Add Prompt</Button>} />
    </>
  );
}

type CategoriesProps = { filter: PromptFilter; onSelect: (filter: string) => void };

function Categories({ filter, onSelect }: CategoriesProps) {
  const categories = useQuery(categoriesQuery);
  const selected = categories.data?.find(({ id }) => id === filter);
  return (
    <Loaded
      query={categories}
      loading={<CategoriesLoading />}
      failure={{ variant: 'banner', text: 'The categories could not be loaded.' }}
    >
      {(data) => (
        <div className="flex flex-col gap-3">
          <Chips
            label="Category"
            options={[
              { value: 'all', label: 'All Categories' },
              ...data.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(filter)}
            onChange={onSelect}
          />
          {selected && <SelectedCategory category={selected} onDeleted={() => onSelect('all')} />}
        </div>
      )}
    </Loaded>
  );
}

function SelectedCategory({ category, onDeleted }: { category: JournalCategory; onDeleted: () => void }) {
  const { description, can } = category;
  if (description === null && !can.edit) return null;
  return (
    <div className="flex items-center gap-2">
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line text-muted">
        {description ?? 'No description yet.'}
      </p>
      {can.edit && (
        <CategoryMenu
          trigger={<OptionsButton noun="Category" name={category.name} />}
          category={category}
          onDeleted={onDeleted}
        />
      )}
    </div>
  );
}

const CategoriesLoading = () => (
  <Loading label="Loading the categories" className="flex flex-wrap gap-2 py-1">
    <Skeleton isRound className="h-9 w-32 pointer-coarse:h-11" />
    <Skeleton isRound className="h-9 w-24 pointer-coarse:h-11" />
    <Skeleton isRound className="h-9 w-28 pointer-coarse:h-11" />
  </Loading>
);

const PromptSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton isRound className="h-6 w-2/5" />
    <Skeleton className="mt-4 h-5" />
    <Skeleton className="mt-2 h-5 w-4/5" />
    <Skeleton className="mt-6 h-11 w-24" />
  </Card>
);
