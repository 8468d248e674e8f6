import { searchLimits, searchTypes } from '@commons/contract/search';
import type { SearchResponse, SearchResult, SearchType } from '@commons/contract/search/schemas';
import { cleanLine, cutText } from '@commons/contract/text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useViewerId } from '../auth/index.ts';
import { addRecentSearch } from './recent-searches.ts';
import { kinds } from './result-texts.tsx';
import { ResultList } from './result.tsx';
import { SearchPlaces } from './search-places.tsx';
import { searchOfType, searchQuery } from './search.api.ts';

const isType = (text: string | null): text is SearchType => searchTypes.some((type) => type === text);

/** Announces a new search and moves the focus to the top, because the pressed link may be gone. */
const useSearchAnnouncement = (q: string, type: string | null): void => {
  const lastSearch = useRef({ q, type });
  useEffect(() => {
    const previous = lastSearch.current;
    lastSearch.current = { q, type };
    if (previous.q === q && previous.type === type) return undefined;
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.checkVisibility() === false) moveFocus(findFocusTarget());
      if (previous.q !== q) announce(`Results for “${q}”`);
    });
    return () => cancelAnimationFrame(frame);
  }, [q, type]);
};

const queryIn = (search: URLSearchParams): string =>
  cutText(cleanLine((search.get('q') ?? '').replaceAll(/\p{Cc}/gu, ' ')), searchLimits.queryCharacters);

const prefetch: Prefetch = (queryClient, _params, search) => {
  const [q, type] = [queryIn(search), search.get('type')];
  if (q === '') return;
  if (isType(type)) void queryClient.prefetchInfiniteQuery(searchOfType(q, type));
  else void queryClient.prefetchQuery(searchQuery(q));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** Search results: some of each kind, or all of one kind. */
export default function SearchScreen() {
  const [parameters, setParameters] = useSearchParams();
  const q = queryIn(parameters);
  const type = parameters.get('type');
  const viewerId = useViewerId();
  useEffect(() => {
    if (viewerId !== undefined && q !== '') addRecentSearch(viewerId, q);
  }, [viewerId, q]);
  useSearchAnnouncement(q, type);
  if (q === '') return <EmptySearch />;
  const choose = (value: string) => setParameters({ q, ...(isType(value) && { type: value }) }, { replace: true });
  return (
    <>
      <PageTitle>{`Search: ${q}`}</PageTitle>
      <h1 className="mb-4 text-2xl wrap-anywhere">
        Results for <span dir="auto">“{q}”</span>
      </h1>
      {/* From 1280 px, the field of the header is always visible. */}
      <SearchField q={q} className="xl:hidden" />
      <Tabs
        label="Kinds of results"
        value={isType(type) ? type : 'all'}
        onValueChange={choose}
        tabs={[
          { value: 'all', label: 'All', content: <AllResults q={q} onType={choose} /> },
          ...searchTypes.map((each) => ({
            value: each,
            label: kinds[each].label,
            content: <ResultsOfKind q={q} type={each} onAll={() => choose('all')} />,
          })),
        ]}
      />
    </>
  );
}

function EmptySearch() {
  return (
    <div className="my-auto">
      <PageTitle>Search</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="search"
        title="What are you looking for?"
        text="Find people, posts, prompts, books, podcasts, meditations and events. Messages and journals are never searched."
        action={
          <div className="flex flex-col gap-4">
            <SearchField q="" />
            <SearchPlaces />
          </div>
        }
      />
    </div>
  );
}

const SearchField = ({ q, className }: { q: string; className?: string }) => (
  <Form role="search" aria-label="Search the community" action={paths.search} className={classNames('mb-2', className)}>
    <TextField
      key={q}
      label="Search"
      isLabelHidden
      type="search"
      name="q"
      defaultValue={q}
      placeholder="A name, a word, a topic"
      autoComplete="off"
      enterKeyHint="search"
    />
  </Form>
);

const failure = { variant: 'card', title: 'The search failed' } as const;

function AllResults({ q, onType }: { q: string; onType: (type: SearchType) => void }) {
  const query = useQuery(searchQuery(q));
  return (
    <Loaded query={query} loading={<ResultsSkeleton />} failure={failure}>
      {(response) => (
        <ResultsOrEmpty response={response} q={q}>
          <div className="flex flex-col gap-8 pt-2">
            {response.groups.map(({ type, results, hasMore }) => (
              <ResultGroup key={type} type={type} results={results} onMore={hasMore ? () => onType(type) : undefined} />
            ))}
          </div>
        </ResultsOrEmpty>
      )}
    </Loaded>
  );
}

type ResultGroupProps = { type: SearchType; results: readonly SearchResult[]; onMore: (() => void) | undefined };

function ResultGroup({ type, results, onMore }: ResultGroupProps) {
  const { label, icon: Icon } = kinds[type];
  return (
    <section aria-labelledby={`group-${type}`}>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4">
        <h2 id={`group-${type}`} className="flex items-center gap-2 text-lg">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
          {label}
        </h2>
        {onMore && (
          <Button variant="quiet" className="-me-4 text-primary" onClick={onMore}>
            More {label.toLowerCase()}
          </Button>
        )}
      </div>
      <ResultList type={type} results={results} headingLevel="h3" />
    </section>
  );
}

function ResultsOfKind({ q, type, onAll }: { q: string; type: SearchType; onAll: () => void }) {
  const query = useInfiniteQuery(searchOfType(q, type));
  return (
    <Loaded query={query} loading={<ResultsSkeleton />} failure={failure}>
      {({ pages }) => {
        const results = pages.flatMap(({ groups }) => groups[0]?.results ?? []);
        const first = pages[0] ?? { corrected: null, groups: [] };
        return (
          <ResultsOrEmpty
            response={results.length === 0 ? { ...first, groups: [] } : first}
            q={q}
            kind={kinds[type].label}
            onAll={onAll}
          >
            <ResultList type={type} results={results} headingLevel="h2" />
            <LoadMore key={`${type} ${q}`} list={query} label="More results" autoLoadPixels={400} className="mt-6" />
          </ResultsOrEmpty>
        );
      }}
    </Loaded>
  );
}

/** Results, below the corrected spelling if there is one. */
function ResultsOrEmpty({
  response: { corrected, groups },
  q,
  kind,
  onAll,
  children,
}: {
  response: SearchResponse;
  q: string;
  kind?: string;
  /** Searches all kinds. */
  onAll?: () => void;
  children: ReactNode;
}) {
  return (
    <>
      {corrected !== null && (
        <p className="mb-4 text-muted">
          Did you mean{' '}
          <Link
            to={paths.searchFor(corrected)}
            className="inline-block py-2 font-semibold text-primary underline underline-offset-4"
          >
            {corrected}
          </Link>
          ?
        </p>
      )}
      {groups.length > 0 ? (
        children
      ) : (
        <Card role="status">
          <EmptyState
            picture="search"
            title={kind === undefined ? 'No results' : `No ${kind.toLowerCase()} found`}
            text={
              <>
                No match for <span dir="auto">“{q}”</span> yet. Try fewer or different words.
              </>
            }
            action={
              onAll ? (
                <Button variant="secondary" onClick={onAll}>
                  Search everything
                </Button>
              ) : (
                <SearchPlaces />
              )
            }
          />
        </Card>
      )}
    </>
  );
}

const ResultsSkeleton = () => (
  <LoadingRows label="Searching" count={4} before={<Skeleton isRound className="size-11 shrink-0" />} />
);
