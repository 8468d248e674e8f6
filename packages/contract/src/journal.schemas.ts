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

/** Unlike other ids, ids of categories are integers. */
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

/** A private journal entry, visible only to its author. */
export const journalEntryView = z
  .object({
    id,
    promptId: id,
    /** The prompt's text when the entry was created. It stays if the prompt changes. */
    prompt: z.string(),
    content: z.string(),
    createdAt: timestamp,
    /** Grows with each change. A client keeps the entry with the higher revision. */
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
  /** The revision that the client edited. A newer one is not overwritten. Without it, any revision is. */
  revision: optionalField(z.int32()),
});
export type JournalEntryChange = z.infer<typeof journalEntryChange>;

const categoryParams = z.strictObject({ id: categoryIdText });

export const listJournalCategories = endpoint({
  ...journalPaths.listJournalCategories,
  summary: 'List the categories of journal prompts, the general one first',
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
  summary: 'Delete a category and move its prompts to the general one, which cannot be deleted',
  params: categoryParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const listJournalPrompts = endpoint({
  ...journalPaths.listJournalPrompts,
  summary: 'List journal prompts, all or of one category, newest first',
  query: pageQuery.extend({ categoryId: categoryIdText.optional() }),
  replies: { 200: z.array(journalPromptView) },
  paged: true,
});

export const getTodaysJournalPrompt = endpoint({
  ...journalPaths.getTodaysJournalPrompt,
  summary: 'Get the prompt of the day (UTC), the same for everyone, or null if there are no prompts',
  replies: { 200: journalPromptView.nullable() },
});

export const getJournalPrompt = endpoint({
  ...journalPaths.getJournalPrompt,
  summary: 'Get a journal prompt',
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
  summary: 'Change a journal prompt; existing entries keep its old text',
  params: idParams,
  body: journalPromptInput,
  replies: { 200: journalPromptView },
  errors: journalErrors,
});

export const deleteJournalPrompt = endpoint({
  ...journalPaths.deleteJournalPrompt,
  summary: 'Delete a journal prompt; entries stay',
  params: idParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const listJournalEntries = endpoint({
  ...journalPaths.listJournalEntries,
  summary: 'List one’s own journal entries, newest first',
  query: pageQuery,
  replies: { 200: z.array(journalEntryView) },
  paged: true,
});

export const getJournalEntry = endpoint({
  ...journalPaths.getJournalEntry,
  summary: 'Get one’s own journal entry',
  params: idParams,
  replies: { 200: journalEntryView },
  errors: journalErrors,
});

export const createJournalEntry = endpoint({
  ...journalPaths.createJournalEntry,
  summary: 'Create a private journal entry for a current or deleted prompt',
  body: journalEntryInput,
  replies: { 201: journalEntryView },
  errors: journalErrors,
});

export const updateJournalEntry = endpoint({
  ...journalPaths.updateJournalEntry,
  summary: 'Change one’s own journal entry',
  params: idParams,
  body: journalEntryChange,
  replies: { 200: journalEntryView },
  errors: journalErrors,
});

export const deleteJournalEntry = endpoint({
  ...journalPaths.deleteJournalEntry,
  summary: 'Delete one’s own journal entry',
  params: idParams,
  replies: { 204: null },
  errors: journalErrors,
});

export const journalEvents = {
  /** Prompts or categories changed: clients that show them fetch them again. */
  'journal_prompts.changed': z.object({ type: z.literal('journal_prompts.changed') }),
  /** For the author's own tabs. `revision` is null after a deletion. */
  'journal_entry.changed': z.object({
    type: z.literal('journal_entry.changed'),
    entryId: id,
    revision: z.int().nullable(),
  }),
};
