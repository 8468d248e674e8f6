import { z } from 'zod';
import { id, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { searchLimits, searchPaths, searchTypes } from './search.ts';

const searchType = z.enum(searchTypes);
export type SearchType = z.infer<typeof searchType>;

/** Positions of matches in a text: start and end (exclusive) in UTF-16 units. Texts are plain, not HTML. */
const marks = z.array(z.tuple([z.int(), z.int()]));
export type SearchMarks = z.infer<typeof marks>;

const markedText = z.object({ text: z.string(), marks });
export type MarkedText = z.infer<typeof markedText>;

export const searchResultView = z
  .object({
    id,
    /** A name or a title, or null. */
    title: markedText.nullable(),
    /** The part of the text with the match. Null without a text, and for content with a warning. */
    excerpt: markedText.nullable(),
    /** The author's warning about sensitive content. */
    contentWarning: z.string().nullable(),
    imageUrl: z.string().nullable(),
    author: memberSummary.nullable(),
    /** Creation time, or the start of an event. */
    at: timestamp.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResultView>;

export const searchView = z
  .object({
    /** The corrected query that was searched because the typed words occur nowhere; null without a correction. */
    corrected: z.string().nullable(),
    groups: z.array(
      z.object({
        type: searchType,
        results: z.array(searchResultView),
        /** The cursor of the next page, if one type was requested and has more results. */
        next: z.string().nullable(),
        /** Whether there are more results than these. */
        hasMore: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Search' });
export type SearchResponse = z.infer<typeof searchView>;

export const search = endpoint({
  ...searchPaths.search,
  summary: 'Search, best matches first: the first results of each type, or one type with pages',
  query: pageQuery.extend({
    q: singleLine(searchLimits.queryCharacters).min(1, 'Please type what you are looking for'),
    type: searchType.optional(),
  }),
  replies: { 200: searchView },
});
