import { sql } from 'drizzle-orm';
import type { Searched } from '../../platform/search/searched.ts';
import { journalCategories, journalPrompts, searchedJournalPrompts } from './journal.tables.ts';

/** Prompts alone: what members write to them is theirs. */
export const promptsSearched: Searched = {
  type: 'prompts',
  source: journalPrompts,
  index: searchedJournalPrompts,
  title: sql`NULL::text`,
  rest: sql`${journalPrompts.prompt}`,
  isOpen: sql`NOT ${journalPrompts.isDeleted}`,
  isShown: sql`NOT ${journalPrompts.isDeleted}`,
  newness: sql`0`,
  shown: {
    title: sql`(SELECT ${journalCategories.name} FROM ${journalCategories} WHERE ${journalCategories.id} = ${journalPrompts.categoryId})`,
    text: sql`${journalPrompts.prompt}`,
  },
};
