import { z } from 'zod';
import {
  fieldWithDefault,
  id,
  idParams,
  multiLine,
  optionalField,
  optionalText,
  pageQuery,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { generalCategoryId, journalErrors, journalLimits, journalPaths } from './journal.ts';

/** Categories have integers for ids. */
const categoryId = z.int32().min(1);
const categoryIdText = z.coerce.number().pipe(categoryId);

export const journalCategoryView = z
  .object({
    id: categoryId,
    name: z.string(),
    description: z.string().nullable(),
    can: permissions,
  })
  .meta({ id: 'JournalCategory' });
export type JournalCategory = z.infer<typeof journalCategoryView>;

export const journalPromptView = z
  .object({
    id,
    prompt: z.string(),
    categoryId,
    category: z.object({ id: categoryId, name: z.string() }),
    can: permissions,
  })
  .meta({ id: 'JournalPrompt' });
export type JournalPrompt = z.infer<typeof journalPromptView>;

/** What a member wrote for themselves. Nobody else ever sees it. */
export const journalEntryView = z
  .object({
    id,
    promptId: id,
    /** The prompt as it was when the entry was begun, whatever became of it. */
    prompt: z.string(),
    content: z.string(),
    createdAt: timestamp,
    /** Grows with each change: of two, a client keeps the higher. */
    revision: z.int(),
  })
  .meta({ id: 'JournalEntry' });
export type JournalEntry = z.infer<typeof journalEntryView>;

export const journalCategoryInput = z.strictObject({
  name: singleLine(journalLimits.categoryNameCharacters).min(1, 'Please give the category a name'),
  description: optionalText(journalLimits.categoryDescriptionCharacters).nullable().default(null),
});
export type JournalCategoryInput = z.infer<typeof journalCategoryInput>;

export const journalPromptInput = z.strictObject({
  prompt: singleLine(journalLimits.promptCharacters).min(1, 'Please write the prompt'),
  categoryId: fieldWithDefault(categoryId, generalCategoryId),
});
export type JournalPromptInput = z.infer<typeof journalPromptInput>;

const content = multiLine(journalLimits.entryCharacters);

export const journalEntryInput = z.strictObject({ promptId: id, content });
export type JournalEntryInput = z.infer<typeof journalEntryInput>;

export const journalEntryChange = z.strictObject({
  content,
  /** The revision that was changed; of a newer one nothing is overwritten. Left out, whatever is there is. */
  revision: optionalField(z.int32()),
});
export type JournalEntryChange = z.infer<typeof journalEntryChange>;

const categoryParams = z.strictObject({ id: categoryIdText });

export const listJournalCategories = endpoint({
  ...journalPaths.listJournalCategories,
  summary: 'The categories of journal prompts, the general one first',
  query: pageQuery,
  replies: { 200: z.array(journalCategoryView) },
  paged: true,
});

export const createJournalCategory = endpoint({
  ...journalPaths.createJournalCategory,
  summary: 'Add a category of journal prompts',
  body: journalCategoryInput,
  replies: { 201: journalCategoryView },
});

export const updateJournalCategory = endpoint({
  ...journalPaths.updateJournalCategory,
  summary: 'Change a category of journal prompts',
  params: categoryParams,
  body: journalCategoryInput,
  replies: { 200: journalCategoryView },
  errors: journalErrors,
});

export const deleteJournalCategory = endpoint({
  ...journalPaths.deleteJournalCategory,
  summary: 'Delete a category of journal prompts; its prompts come to the general one, which stays',
  params: categoryParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const listJournalPrompts = endpoint({
  ...journalPaths.listJournalPrompts,
  summary: 'Journal prompts, newest first: all, or those of a category',
  query: pageQuery.extend({ categoryId: categoryIdText.optional() }),
  replies: { 200: z.array(journalPromptView) },
  paged: true,
});

export const getJournalPrompt = endpoint({
  ...journalPaths.getJournalPrompt,
  summary: 'One journal prompt, as in the list',
  params: idParams,
  replies: { 200: journalPromptView },
  errors: journalErrors,
});

export const createJournalPrompt = endpoint({
  ...journalPaths.createJournalPrompt,
  summary: 'Add a journal prompt',
  body: journalPromptInput,
  replies: { 201: journalPromptView },
  errors: journalErrors,
});

export const updateJournalPrompt = endpoint({
  ...journalPaths.updateJournalPrompt,
  summary: 'Change a journal prompt; what was written for it keeps the words it answered',
  params: idParams,
  body: journalPromptInput,
  replies: { 200: journalPromptView },
  errors: journalErrors,
});

export const deleteJournalPrompt = endpoint({
  ...journalPaths.deleteJournalPrompt,
  summary: 'Delete a journal prompt; what was written for it stays with its writers',
  params: idParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const listJournalEntries = endpoint({
  ...journalPaths.listJournalEntries,
  summary: 'One’s own journal entries, newest first',
  query: pageQuery,
  replies: { 200: z.array(journalEntryView) },
  paged: true,
});

export const getJournalEntry = endpoint({
  ...journalPaths.getJournalEntry,
  summary: 'One of one’s own journal entries',
  params: idParams,
  replies: { 200: journalEntryView },
  errors: journalErrors,
});

export const createJournalEntry = endpoint({
  ...journalPaths.createJournalEntry,
  summary: 'Write a journal entry for oneself, for a prompt that is or was here',
  body: journalEntryInput,
  replies: { 201: journalEntryView },
  errors: journalErrors,
});

export const updateJournalEntry = endpoint({
  ...journalPaths.updateJournalEntry,
  summary: 'Change one of one’s own journal entries',
  params: idParams,
  body: journalEntryChange,
  replies: { 200: journalEntryView },
  errors: journalErrors,
});

export const deleteJournalEntry = endpoint({
  ...journalPaths.deleteJournalEntry,
  summary: 'Delete one of one’s own journal entries',
  params: idParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const journalEvents = {
  /** Prompts or categories are others than before: whoever shows them reads them again. */
  'journal_prompts.changed': z.object({ type: z.literal('journal_prompts.changed') }),
  /** Told to the writer's own pages alone; null when the entry was deleted. */
  'journal_entry.changed': z.object({
    type: z.literal('journal_entry.changed'),
    entryId: id,
    revision: z.int().nullable(),
  }),
};
