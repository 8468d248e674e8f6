import { searchLimits, searchTypes } from '@commons/contract/search';
import type { SearchResponse, SearchType } from '@commons/contract/search/schemas';
import { cleanLine, cutText } from '@commons/contract/text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { announce } from '../../ui/announcer.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useViewerId } from '../auth/index.ts';
import { addRecentSearch } from './recent-searches.ts';
import { kinds } from './result-texts.tsx';
import { Result } from './result.tsx';
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
      <Tabs
        label="Kinds of results"
        value={isType(type) ? type : 'all'}
        onValueChange={choose}
        tabs={[
          { value: 'all', label: 'All', content: <AllResults q={q} onType={choose} /> },
          ...searchTypes.map((each) => ({
            value: each,
            label: kinds[each].label,
            content: <ResultsOfKind q={q} type={each} />,
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
        text="Find people, posts, prompts, books, podcasts, meditations and events with the search above. Messages and journals are never searched."
        action={
          <Link to={paths.home} className={buttonClass('secondary')}>
            Back to the feed
          </Link>
        }
      />
    </div>
  );
}

const failure = { variant: 'card', title: 'The search failed' } as const;

function AllResults({ q, onType }: { q: string; onType: (type: SearchType) => void }) {
  const query = useQuery(searchQuery(q));
  return (
    <Loaded query={query} loading={<ResultsSkeleton />} failure={failure}>
      {(response) => (
        <ResultsOrEmpty response={response} q={q}>
          {response.groups.map(({ type, results, hasMore }) => (
            <section key={type} aria-labelledby={`group-${type}`} className="mb-8">
              <div className="mb-2 flex min-h-11 items-center justify-between gap-4">
                <h2 id={`group-${type}`} className="text-lg">
                  {kinds[type].label}
                </h2>
                {hasMore && (
                  <button
                    type="button"
                    className="min-h-11 rounded-control px-2 text-sm font-semibold text-primary underline-offset-4 hover:underline"
                    onClick={() => onType(type)}
                  >
                    More {kinds[type].label.toLowerCase()}
                  </button>
                )}
              </div>
              <ul className="flex flex-col gap-3">
                {results.map((result) => (
                  <Result key={result.id} type={type} result={result} headingLevel="h3" />
                ))}
              </ul>
            </section>
          ))}
        </ResultsOrEmpty>
      )}
    </Loaded>
  );
}

function ResultsOfKind({ q, type }: { q: string; type: SearchType }) {
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
          >
            <ul className="flex flex-col gap-3">
              {results.map((result) => (
                <Result key={result.id} type={type} result={result} headingLevel="h2" />
              ))}
            </ul>
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
  children,
}: {
  response: SearchResponse;
  q: string;
  kind?: string;
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
          />
        </Card>
      )}
    </>
  );
}

const ResultsSkeleton = () => (
  <Loading label="Searching" className="flex flex-col gap-3">
    <Skeleton className="h-24 rounded-card" />
    <Skeleton className="h-24 rounded-card" />
    <Skeleton className="h-24 rounded-card" />
  </Loading>
);
