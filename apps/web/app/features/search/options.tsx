import { type SearchAnswer, searchLimits, type SearchResult } from '@commons/contract/search';
import { cleanLine, cutText } from '@commons/contract/text';
import { useQuery } from '@tanstack/react-query';
import { History, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { mutedContentName, useIsMuted } from '../muted-words/index.ts';
import { readRecentSearches } from './recent-searches.ts';
import { kinds, Marked, nameOf } from './result-words.tsx';
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

const pauseMilliseconds = 150;

/** Debounces a text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function ResultName({ result }: { result: SearchResult }) {
  const { id, excerpt, contentWarning, author } = result;
  const isMuted = useIsMuted(author?.id ?? id, [excerpt?.text ?? null, contentWarning]);
  return isMuted ? `A post ${mutedContentName}` : <Marked {...nameOf(result)} />;
}

const fromAnswer = ({ groups }: SearchAnswer): Option[] =>
  groups.flatMap(({ type, results }) => {
    const { label, icon, to } = kinds[type];
    return results.slice(0, 3).map((result) => ({
      key: `${type}-${result.id}`,
      group: label,
      icon,
      label: <ResultName result={result} />,
      hint: result.author?.displayName,
      to: to(result.id),
    }));
  });

/** Returns the options for the typed text, or recent searches if it is empty. */
export function useSearchOptions(text: string, viewerId: string) {
  const typed = cutText(cleanLine(text), searchLimits.queryCharacters);
  const paused = usePaused(typed);
  const isAsked = paused.length >= searchLimits.minSuggestCharacters && paused === typed;
  const query = useQuery({
    ...searchQuery(paused),
    enabled: isAsked,
    placeholderData: (before) => (typed.length < searchLimits.minSuggestCharacters ? undefined : before),
  });
  if (typed === '') {
    const recent = readRecentSearches(viewerId).map((search) => ({
      key: `recent-${search}`,
      group: 'Recent searches',
      icon: History,
      label: search,
      to: paths.searchFor(search),
    }));
    return { options: recent as Option[], status: '' };
  }
  const all: Option = {
    key: 'all',
    group: 'Search',
    icon: Search,
    label: `All results for “${typed}”`,
    to: paths.searchFor(typed),
  };
  const found = typed.length >= searchLimits.minSuggestCharacters && query.data ? fromAnswer(query.data) : [];
  const corrected = isAsked && !query.isPlaceholderData && query.data?.corrected;
  const meant: Option[] = corrected
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
  const status = query.isError
    ? 'Suggestions could not be loaded. Press Enter to search.'
    : isAsked && query.isSuccess && !query.isPlaceholderData && found.length === 0
      ? 'No results. Try another word.'
      : '';
  // Fixed options come first, so that late results do not move them and Enter always has the same meaning.
  return { options: [all, ...meant, ...found], status };
}
