import { defineErrors } from './problem.ts';

export const journalLimits = {
  promptCharacters: 500,
  categoryNameCharacters: 60,
  categoryDescriptionCharacters: 300,
  /** About ten pages. */
  entryCharacters: 20_000,
} as const;

/** Id of the default category. It cannot be deleted; prompts of a deleted category move to it. */
export const generalCategoryId = 1;

export const journalErrors = defineErrors({
  'journal.prompt_not_found': {
    status: 404,
    title: 'Prompt not found',
    detail: 'This prompt is no longer available.',
  },
  'journal.category_not_found': {
    status: 404,
    title: 'Category not found',
    detail: 'This category is no longer available.',
  },
  'journal.no_such_category': {
    status: 400,
    path: 'categoryId',
    title: 'Category not found',
    detail: 'This category is no longer available. Please choose another one.',
  },
  'journal.general_stays': {
    status: 409,
    title: 'This category cannot be deleted',
    detail: 'Prompts without another category belong to this one. You can rename it.',
  },
  'journal.entry_not_found': {
    status: 404,
    title: 'Entry not found',
    detail: 'There is no such entry in your journal.',
  },
  'journal.changed_elsewhere': {
    status: 409,
    title: 'Changed elsewhere',
    detail: 'This entry was changed in another tab or on another device. Nothing was overwritten.',
  },
});

export const journalPaths = {
  listJournalCategories: { method: 'GET', path: '/api/journal-categories' },
  createJournalCategory: { method: 'POST', path: '/api/journal-categories', creates: true },
  updateJournalCategory: { method: 'PUT', path: '/api/journal-categories/{id}' },
  deleteJournalCategory: { method: 'DELETE', path: '/api/journal-categories/{id}' },
  listJournalPrompts: { method: 'GET', path: '/api/journal-prompts' },
  getTodaysJournalPrompt: { method: 'GET', path: '/api/journal-prompts/today' },
  getJournalPrompt: { method: 'GET', path: '/api/journal-prompts/{id}' },
  createJournalPrompt: { method: 'POST', path: '/api/journal-prompts', creates: true },
  updateJournalPrompt: { method: 'PUT', path: '/api/journal-prompts/{id}' },
  deleteJournalPrompt: { method: 'DELETE', path: '/api/journal-prompts/{id}' },
  listJournalEntries: { method: 'GET', path: '/api/journal-entries' },
  getJournalEntry: { method: 'GET', path: '/api/journal-entries/{id}' },
  createJournalEntry: { method: 'POST', path: '/api/journal-entries', creates: true },
  updateJournalEntry: { method: 'PUT', path: '/api/journal-entries/{id}' },
  deleteJournalEntry: { method: 'DELETE', path: '/api/journal-entries/{id}' },
} as const;
