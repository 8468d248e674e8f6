import type { SearchResponse, SearchResult, SearchType } from '@commons/contract/search/schemas';
import { toMemberSummary } from '../../community/members/index.ts';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { excerptOf, markedText } from './search.marks.ts';
import { createSearch, type ResultKey, type ResultRow } from './search.queries.ts';
import { readQuery, type SearchQuery } from './search.words.ts';

type Page = { after: ResultKey | undefined; limit: number };

export function createSearchService(db: Database, sources: readonly SearchSource[]) {
  const statements = createSearch(sources);
  const runSearch = async (viewer: Viewer, q: string, kinds: readonly SearchSource[], { after, limit }: Page) => {
    // In one transaction, so that the statements share a connection. A burst of searches would otherwise take all of them.
    const { query, kindResults } = await inTransaction(db, async (tx) => {
      const [readWords, counts] = await Promise.all([readQuery(tx, q), statements.countDocuments(tx)]);
      const results = await Promise.all(
        kinds.map(async (source) => {
          const rows = readWords
            ? await statements.results(tx, source, viewer, readWords, counts, { after, rowCount: limit + 1 })
            : [];
          const page = rows.slice(0, limit);
          const shown = readWords ? page.map((row) => toResult(readWords, row)) : [];
          return { type: source.type, results: shown, hasMore: rows.length > limit, page };
        }),
      );
      return { query: readWords, kindResults: results };
    });
    // Returns a correction only if the viewer may see one of its results, and no result has the typed word.
    const rows = kindResults.flatMap(({ page }) => page);
    const hasTypedWord = rows.some(({ tier, isCorrection }) => tier > 0 && !isCorrection);
    const corrected =
      !hasTypedWord && rows.some(({ isCorrection }) => isCorrection) ? (query?.corrected ?? null) : null;
    return { corrected, kindResults };
  };
  return {
    /** Returns a few results of each kind. */
    async searchAll(viewer: Viewer, q: string, limit: number): Promise<SearchResponse> {
      const { corrected, kindResults } = await runSearch(viewer, q, sources, { after: undefined, limit });
      const groups = kindResults.map(({ page: _page, ...group }) => ({ ...group, next: null }));
      return { corrected, groups: groups.filter((group) => group.results.length > 0) };
    },
    /** Returns a page of results of one kind. */
    async searchOne(viewer: Viewer, q: string, type: SearchType, page: Page & { write: (key: ResultKey) => string }) {
      const { corrected, kindResults } = await runSearch(
        viewer,
        q,
        sources.filter((source) => source.type === type),
        page,
      );
      const groups = kindResults.map(({ page: rows, ...group }) => {
        const last = rows.at(-1);
        return { ...group, next: group.hasMore && last ? page.write([last.tier, last.newness, last.id]) : null };
      });
      return { corrected, groups } satisfies SearchResponse;
    },
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
