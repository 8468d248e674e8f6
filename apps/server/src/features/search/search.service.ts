import { searchLimits } from '@commons/contract/search';
import type { SearchResponse, SearchResult, SearchType } from '@commons/contract/search/schemas';
import { z } from 'zod';
import { toMemberSummary } from '../../community/members/index.ts';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { cursorOf, toPage } from '../../platform/http/pagination.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { excerptOf, markedText } from './search.marks.ts';
import { countDocuments, resultsIn, type ResultKey, type ResultRow } from './search.queries.ts';
import { readQuery, type SearchQuery } from './search.words.ts';

const cursors = cursorOf(z.tuple([z.int().min(0).max(5), z.number(), z.uuid()]));
const keyOf = ({ tier, recency, id }: ResultRow): ResultKey => [tier, recency, id];

type Search = { q: string; type?: SearchType | undefined; cursor?: string | undefined; limit: number };

/** Creates the search. It returns the first results of each type, or a page of one type. */
export function createSearch(db: Database, sources: readonly SearchSource[]) {
  const searches = sources.map((source) => ({ type: source.type, find: resultsIn(source) }));

  return async (viewer: Viewer, { q, type, cursor, limit: maxResults }: Search): Promise<SearchResponse> => {
    const after = type === undefined || cursor === undefined ? undefined : cursors.read(cursor);
    const limit = type === undefined ? Math.min(maxResults, searchLimits.resultsPerType) : maxResults;
    const selected = searches.filter((search) => type === undefined || search.type === type);
    // In one transaction, so that the statements share a connection. A burst of searches would otherwise take all of them.
    const { query, pages } = await inTransaction(db, async (tx) => {
      const [readWords, counts] = await Promise.all([readQuery(tx, q), countDocuments(tx)]);
      const find = async (search: (typeof searches)[number]) => {
        const page = { after, rowCount: limit + 1 };
        const rows = readWords ? await search.find(tx, viewer, readWords, counts, page) : [];
        return { type: search.type, ...toPage(rows, limit, (row) => row, keyOf) };
      };
      return { query: readWords, pages: await Promise.all(selected.map(find)) };
    });
    const groups = pages.map((page) => ({
      type: page.type,
      results: query ? page.items.map((row) => toResult(query, row)) : [],
      hasMore: page.next !== undefined,
      next: type !== undefined && page.next ? cursors.write(page.next) : null,
    }));
    // Returns a correction only if the viewer may see one of its results, and no result has the typed word.
    const rows = pages.flatMap(({ items }) => items);
    const hasTypedWord = rows.some(({ tier, isCorrection }) => tier > 0 && !isCorrection);
    const isCorrected = !hasTypedWord && rows.some(({ isCorrection }) => isCorrection);
    return {
      corrected: isCorrected ? (query?.corrected ?? null) : null,
      groups: groups.filter(({ results }) => type !== undefined || results.length > 0),
    };
  };
}

const toResult = ({ isMarked }: SearchQuery, row: ResultRow): SearchResult => ({
  id: row.id,
  title: row.title === null ? null : markedText(row.title, isMarked),
  // A warning hides the text until the reader opens it.
  excerpt: row.text === null || row.contentWarning !== null ? null : excerptOf(row.text, isMarked),
  contentWarning: row.contentWarning,
  imageUrl: row.imageUrl,
  author: row.author && toMemberSummary(row.author),
  at: row.at,
});
