import { searchLimits } from '@commons/contract/search';
import type { SearchResponse, SearchResult } from '@commons/contract/search/schemas';
import { cleanLine, cutText } from '@commons/contract/text';
import { useQuery } from '@tanstack/react-query';
import { History, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useIsMuted } from '../muted-words/index.ts';
import { readRecentSearches } from './recent-searches.ts';
import { kinds, Marked, nameOf } from './result-texts.tsx';
import { searchQuery } from './search.api.ts';

/** An option below the search field: a link or an action. */
export type Option = {
  key: string;
  group: string;
  icon: LucideIcon;
  label: ReactNode;
  hint?: string | undefined;
  /** Path of a link. */
  to?: string;
  run?: () => unknown;
};

const debounceMilliseconds = 150;

/** Debounces a text. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function ResultName({ result }: { result: SearchResult }) {
  const { id, excerpt, contentWarning, author } = result;
  const isMuted = useIsMuted(author?.id ?? id, [excerpt?.text ?? null, contentWarning]);
  return isMuted ? 'A post hidden by a word you muted' : <Marked {...nameOf(result)} />;
}

const toOptions = ({ groups }: SearchResponse): Option[] =>
  groups.flatMap(({ type, results }) => {
    const { label, icon, to } = kinds[type];
    return results.slice(0, 3).map((result) => {
      // The title of a prompt is its category, which other prompts share.
      const category = type === 'prompts' ? result.title?.text : undefined;
      return {
        key: `${type}-${result.id}`,
        group: label,
        icon,
        label: <ResultName result={category === undefined ? result : { ...result, title: null }} />,
        hint: category ?? result.author?.displayName,
        to: to(result.id),
      };
    });
  });

/** Returns the options for the typed text, or recent searches if it is empty. */
export function useSearchOptions(text: string, viewerId: string) {
  const queryText = cutText(cleanLine(text), searchLimits.queryCharacters);
  const debounced = useDebounced(queryText);
  const isQueryReady = debounced.length >= searchLimits.minSuggestCharacters && debounced === queryText;
  const query = useQuery({
    ...searchQuery(debounced),
    enabled: isQueryReady,
    placeholderData: (before) => (queryText.length < searchLimits.minSuggestCharacters ? undefined : before),
  });
  if (queryText === '') {
    const recent = readRecentSearches(viewerId).map((search) => ({
      key: `recent-${search}`,
      group: 'Recent searches',
      icon: History,
      label: search,
      to: paths.searchFor(search),
    }));
    return { options: recent as Option[], status: '', isEmpty: false };
  }
  const allResultsOption: Option = {
    key: 'all',
    group: 'Search',
    icon: Search,
    label: `All results for “${queryText}”`,
    to: paths.searchFor(queryText),
  };
  const resultOptions =
    queryText.length >= searchLimits.minSuggestCharacters && query.data ? toOptions(query.data) : [];
  const corrected = isQueryReady && !query.isPlaceholderData && query.data?.corrected;
  const correctionOptions: Option[] = corrected
    ? [
        {
          key: 'meant',
          group: 'Did you mean',
          icon: Search,
          label: corrected,
          to: paths.searchFor(corrected),
        },
      ]
    : [];
  const isEmpty = isQueryReady && query.isSuccess && !query.isPlaceholderData && resultOptions.length === 0;
  const status = query.isError
    ? 'Suggestions could not be loaded. Press Enter to search.'
    : isEmpty
      ? 'No results. Try another word.'
      : '';
  // Fixed options come first, so that late results do not move them and Enter always has the same meaning.
  return { options: [allResultsOption, ...correctionOptions, ...resultOptions], status, isEmpty };
}
