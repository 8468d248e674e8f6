import { foldText } from '@commons/contract/fold';
import { parseStored, readStored, store } from '../../lib/storage.ts';

/** Stored on this device until the member signs out. */
const keyOf = (memberId: string): string => `searches:${memberId}:`;
const maxRecentSearches = 5;

export function readRecentSearches(memberId: string): string[] {
  const stored = parseStored(readStored(keyOf(memberId)));
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, maxRecentSearches) : [];
}

export function addRecentSearch(memberId: string, text: string): void {
  const others = readRecentSearches(memberId).filter((search) => foldText(search) !== foldText(text));
  store(keyOf(memberId), JSON.stringify([text, ...others].slice(0, maxRecentSearches)));
}
