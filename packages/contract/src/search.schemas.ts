import { z } from 'zod';
import { id, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { searchLimits, searchPaths, searchTypes } from './search.ts';

const searchType = z.enum(searchTypes);
export type SearchType = z.infer<typeof searchType>;

/** Where a text has what was looked for: from one UTF-16 unit up to another. Texts are never HTML. */
const marks = z.array(z.tuple([z.int(), z.int()]));
export type SearchMarks = z.infer<typeof marks>;

const markedText = z.object({ text: z.string(), marks });
export type MarkedText = z.infer<typeof markedText>;

export const searchResultView = z
  .object({
    id,
    /** A name or a title; null for what has none. */
    title: markedText.nullable(),
    /** The part of its words in which something was found; null where there are none, and behind a warning. */
    excerpt: markedText.nullable(),
    /** What its author says before it is opened. */
    contentWarning: z.string().nullable(),
    imageUrl: z.string().nullable(),
    author: memberSummary.nullable(),
    /** When it was written, or takes place. */
    at: timestamp.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResultView>;

export const searchView = z
  .object({
    /** The words that were looked for in place of what was typed, where nobody writes that; else null. */
    corrected: z.string().nullable(),
    groups: z.array(
      z.object({
        type: searchType,
        results: z.array(searchResultView),
        /** The cursor of the next page, where a type was asked for and has more. */
        next: z.string().nullable(),
        /** Whether there is more than is shown. */
        hasMore: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Search' });
export type SearchAnswer = z.infer<typeof searchView>;

export const search = endpoint({
  ...searchPaths.search,
  summary: 'What has the words in it, best first: a few of each group, or one group page by page',
  query: pageQuery.extend({
    q: singleLine(searchLimits.queryCharacters).min(1, 'Please type what you are looking for'),
    type: searchType.optional(),
  }),
  replies: { 200: searchView },
});
