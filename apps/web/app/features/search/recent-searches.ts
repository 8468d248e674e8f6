import { foldText } from '@commons/contract/fold';
import { readStored, store } from '../../lib/draft-storage.ts';

/** Stored on this device until the member signs out. */
const keyOf = (memberId: string): string => `searches:${memberId}:`;
const maxRecentSearches = 5;

export function readRecentSearches(memberId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(memberId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, maxRecentSearches) : [];
  } catch {
    return [];
  }
}

export function addRecentSearch(memberId: string, text: string): void {
  const others = readRecentSearches(memberId).filter((search) => foldText(search) !== foldText(text));
  store(keyOf(memberId), JSON.stringify([text, ...others].slice(0, maxRecentSearches)));
}
