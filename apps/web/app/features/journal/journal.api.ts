import { journalCalls } from '@commons/contract/journal/calls';
import type {
  JournalCategory,
  JournalCategoryInput,
  JournalPrompt,
  JournalPromptInput,
} from '@commons/contract/journal/schemas';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { cursorOf } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

/** A category id, or `all` for the prompts of every category. */
export type PromptFilter = number | 'all';

const promptLists = listCache<JournalPrompt, PromptFilter>({
  name: 'journal-prompts',
  readPage: (filter, query, options) => {
    const category = filter === 'all' ? {} : { categoryId: filter };
    return callPage(journalCalls.listJournalPrompts, { query: { ...query, ...category } }, options);
  },
  readItem: (id, options) => call(journalCalls.getJournalPrompt, { params: { id } }, options),
});

export const promptsQuery = promptLists.query;

/** Query for one prompt. Uses a loaded list, because frames report changes. Null if the prompt does not exist. */
export const promptQuery = (queryClient: QueryClient, promptId: string) => ({
  ...promptLists.itemQuery(queryClient, promptId),
  staleTime: Infinity,
});

/** The prompt of the day. The server chooses it, so that it is the same for everyone. Null if there are no prompts. */
export const todaysPromptQuery = queryOptions({
  queryKey: ['journal-prompts', 'today'],
  queryFn: ({ signal }) => call(journalCalls.getTodaysJournalPrompt, {}, { signal }),
  ...staleOnVisit,
});

/** Loads all categories. There are few, so one page of 100 is usually enough. */
const fetchCategories = async (signal: AbortSignal): Promise<JournalCategory[]> => {
  const categories: JournalCategory[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...cursorOf(cursor) };
    const page = await callPage(journalCalls.listJournalCategories, { query }, { signal });
    categories.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return categories;
};

export const categoriesQuery = queryOptions({
  queryKey: ['journal-prompts', 'categories'],
  queryFn: ({ signal }) => fetchCategories(signal),
  gcTime: 60 * 60 * 1000,
});

/** Refetches prompts and categories. */
export const refreshPrompts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['journal-prompts'] });

/** A change of the lists refetches them. */
const refetchedLists = { keys: promptLists.keys, add: refreshPrompts, replace: refreshPrompts, remove: refreshPrompts };

export const promptActions = itemMutations({
  lists: refetchedLists,
  changes: ['journal-prompts'],
  create: (body: JournalPromptInput, idempotencyKey) =>
    call(journalCalls.createJournalPrompt, { body }, { idempotencyKey }),
  update: (id: string, body) => call(journalCalls.updateJournalPrompt, { params: { id }, body }),
  remove: (id) => call(journalCalls.deleteJournalPrompt, { params: { id } }),
  noun: 'Prompt',
  texts: {
    createFailed: 'Failed to add prompt. Please try again.',
    updated: 'Prompt updated',
    updateFailed: 'Failed to update prompt. Please try again.',
    deleted: 'Prompt deleted',
    deleteFailed: 'Failed to delete prompt. Please try again.',
  },
  onCreated: () => showToast({ title: 'Prompt Added!' }),
});

export const categoryActions = itemMutations({
  lists: refetchedLists,
  changes: ['journal-prompts'],
  create: (body: JournalCategoryInput, idempotencyKey) =>
    call(journalCalls.createJournalCategory, { body }, { idempotencyKey }),
  update: (id: number, body) => call(journalCalls.updateJournalCategory, { params: { id }, body }),
  remove: (id) => call(journalCalls.deleteJournalCategory, { params: { id } }),
  noun: 'Category',
  texts: {
    createFailed: 'Failed to add category. Please try again.',
    updated: 'Category updated',
    updateFailed: 'Failed to update category. Please try again.',
    deleted: 'Category deleted',
    deleteFailed: 'Failed to delete category. Please try again.',
  },
  onCreated: () => showToast({ title: 'Category Added!' }),
});
