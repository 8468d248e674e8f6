import {
  type JournalCategory,
  type JournalCategoryInput,
  journalCalls,
  type JournalPrompt,
  type JournalPromptInput,
} from '@commons/contract/journal';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { ignoreNotFound, isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { listCache } from '../../lib/list-cache.ts';
import { cursorOf } from '../../lib/pages.ts';
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
export const refreshPrompts = (queryClient: QueryClient, options?: { throwOnError: boolean }): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['journal-prompts'] }, options);

/** Mutation for admins. Shows the result in a toast and refetches the lists. */
const useAdminMutation = <Input>({
  change,
  title,
  failedText,
  onChanged,
}: {
  change: (input: Input) => Promise<unknown>;
  title: string;
  failedText: string;
  /** Called before the lists are refetched, because the refetch may unmount the caller. */
  onChanged?: () => void;
}) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['journal-prompts'] },
    mutationFn: change,
    onSuccess: async () => {
      onChanged?.();
      await refreshPrompts(queryClient);
      showToast({ title });
    },
    onError: (error) => {
      showFailure(error, failedText);
      if (isNotFoundError(error)) void refreshPrompts(queryClient);
    },
  });
};

type WithIdempotencyKey<Input> = { input: Input; idempotencyKey: string };

export const useAddPrompt = () =>
  useAdminMutation({
    change: ({ input, idempotencyKey }: WithIdempotencyKey<JournalPromptInput>) =>
      call(journalCalls.createJournalPrompt, { body: input }, { idempotencyKey }),
    title: 'Prompt Added!',
    failedText: 'Failed to add prompt. Please try again.',
  });

export const useUpdatePrompt = (promptId: string) =>
  useAdminMutation({
    change: (body: JournalPromptInput) => call(journalCalls.updateJournalPrompt, { params: { id: promptId }, body }),
    title: 'Prompt updated',
    failedText: 'Failed to update prompt. Please try again.',
  });

export const useDeletePrompt = (promptId: string) =>
  useAdminMutation({
    change: () => call(journalCalls.deleteJournalPrompt, { params: { id: promptId } }).catch(ignoreNotFound),
    title: 'Prompt deleted',
    failedText: 'Failed to delete prompt. Please try again.',
  });

export const useAddCategory = () =>
  useAdminMutation({
    change: ({ input, idempotencyKey }: WithIdempotencyKey<JournalCategoryInput>) =>
      call(journalCalls.createJournalCategory, { body: input }, { idempotencyKey }),
    title: 'Category Added!',
    failedText: 'Failed to add category. Please try again.',
  });

export const useUpdateCategory = (categoryId: number) =>
  useAdminMutation({
    change: (body: JournalCategoryInput) =>
      call(journalCalls.updateJournalCategory, { params: { id: categoryId }, body }),
    title: 'Category updated',
    failedText: 'Failed to update category. Please try again.',
  });

export const useDeleteCategory = (categoryId: number, onDeleted: () => void) =>
  useAdminMutation({
    onChanged: onDeleted,
    change: () => call(journalCalls.deleteJournalCategory, { params: { id: categoryId } }).catch(ignoreNotFound),
    title: 'Category deleted',
    failedText: 'Failed to delete category. Please try again.',
  });
