import type { MarkedText, SearchAnswer, SearchMarks, SearchResult, SearchType } from '@commons/contract/search';
import { getTableName } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Searched } from '../../platform/search/searched.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { toMemberSummary } from '../members/index.ts';
import { createSearch, type ResultKey, type ResultRow } from './search.queries.ts';
import { readQuery, type SearchedFor } from './search.words.ts';

type TypePage = { after: ResultKey | undefined; limit: number; write: (key: ResultKey) => string };

export function createSearchService(db: Database, all: readonly Searched[]) {
  const lists = createSearch(db, all);
  const read = async (
    viewer: Viewer,
    q: string,
    kinds: readonly Searched[],
    page: { after: ResultKey | undefined; limit: number },
  ) => {
    const [query, rowCounts] = await Promise.all([readQuery(db, q), lists.countRows()]);
    if (!query) return { corrected: null, found: kinds.map(({ type }) => ({ type, rows: [], hasMore: false })), query };
    const found = await Promise.all(
      kinds.map(async (searched) => {
        const rows = rowCounts.get(getTableName(searched.source)) ?? 0;
        const answered = await lists.results(searched, viewer, query, rows, {
          after: page.after,
          rowCount: page.limit + 1,
        });
        return { type: searched.type, rows: answered.slice(0, page.limit), hasMore: answered.length > page.limit };
      }),
    );
    // What only others see, or what is gone, is not told by its words: not to those, either, who wrote what they typed.
    const rows = found.flatMap((each) => each.rows);
    // Nor is a word called wrong that somebody has: a new name is in no list of words yet.
    const isWritten = rows.some(({ tier, isMeant }) => tier > 0 && !isMeant);
    const corrected = !isWritten && rows.some(({ isMeant }) => isMeant) ? query.corrected : null;
    return { corrected, found, query };
  };
  return {
    /** A few of each group. */
    async searchAll(viewer: Viewer, q: string, limit: number): Promise<SearchAnswer> {
      const { corrected, found, query } = await read(viewer, q, all, { after: undefined, limit });
      return {
        corrected,
        groups: found
          .filter(({ rows }) => rows.length > 0)
          .map(({ type, rows, hasMore }) => ({ type, results: rows.map(toResult(query)), next: null, hasMore })),
      };
    },
    /** One group, page by page. */
    async searchOne(viewer: Viewer, q: string, type: SearchType, page: TypePage): Promise<SearchAnswer> {
      const { corrected, found, query } = await read(
        viewer,
        q,
        all.filter((searched) => searched.type === type),
        page,
      );
      return {
        corrected,
        groups: found.map(({ rows, hasMore }) => {
          const last = rows.at(-1);
          const next = hasMore && last ? page.write([last.tier, last.newness, last.id]) : null;
          return { type, results: rows.map(toResult(query)), next, hasMore };
        }),
      };
    },
  };
}

const toResult =
  (query: SearchedFor | undefined) =>
  (row: ResultRow): SearchResult => {
    const beginnings = query?.marked ?? [];
    return {
      id: row.id,
      title: row.title === null ? null : marked(row.title, beginnings),
      // A warning stands before the words, wherever they are shown.
      excerpt: row.text === null || row.contentWarning !== null ? null : excerptOf(row.text, beginnings),
      contentWarning: row.contentWarning,
      imageUrl: row.imageUrl,
      author: row.author && toMemberSummary(row.author),
      at: row.at,
    };
  };

const excerptCharacters = 180;

/** Without accents and capitals, as the index has it. What a letter was made of may be several, so each is done alone. */
const plainly = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Where words begin as one of those that were found. */
function findMarks(text: string, beginnings: readonly string[]): SearchMarks {
  const marks: SearchMarks = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const plain = plainly(word);
    if (beginnings.some((beginning) => plain.startsWith(beginning))) marks.push([index, index + word.length]);
  }
  return marks;
}

const marked = (text: string, beginnings: readonly string[]): MarkedText => ({
  text,
  marks: findMarks(text, beginnings),
});

/** The part of a text around the first mark, with whole words, and with its marks moved along. */
function excerptOf(text: string, beginnings: readonly string[]): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const marks = findMarks(line, beginnings);
  const from = startOf(line, marks[0]?.[0] ?? 0);
  const to = line.length - from <= excerptCharacters ? line.length : endOf(line, from);
  const lead = from > 0 ? '… ' : '';
  return {
    text: `${lead}${line.slice(from, to)}${to < line.length ? ' …' : ''}`,
    marks: marks
      .filter(([begin, end]) => begin >= from && end <= to)
      .map(([begin, end]) => [begin - from + lead.length, end - from + lead.length]),
  };
}

function startOf(line: string, firstMark: number): number {
  if (firstMark < 60 || line.length <= excerptCharacters) return 0;
  const space = line.indexOf(' ', firstMark - 50);
  return space === -1 || space >= firstMark ? firstMark : space + 1;
}

function endOf(line: string, from: number): number {
  const end = from + excerptCharacters;
  const space = line.lastIndexOf(' ', end);
  // A text without spaces is not cut within a character.
  if (space > from + excerptCharacters / 2) return space;
  return /[\uDC00-\uDFFF]/.test(line[end] ?? '') ? end - 1 : end;
}
