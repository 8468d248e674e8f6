import type { JournalEntry, JournalPrompt } from '@commons/contract/journal/schemas';
import type { Locator, Page } from '@playwright/test';
import { type Member, unique } from './member.ts';
import { request } from './members.ts';

export const addPrompt = (
  admin: Member,
  categoryId = 1,
  prompt = unique('What helped today?'),
): Promise<JournalPrompt> => request(admin, 'POST', '/api/journal-prompts', { prompt, categoryId });

export const writeEntry = (member: Member, promptId: string, content: string): Promise<JournalEntry> =>
  request(member, 'POST', '/api/journal-entries', { promptId, content });

export const readJournal = (member: Member): Promise<JournalEntry[]> => request(member, 'GET', '/api/journal-entries');

export const entryField = (page: Page): Locator => page.getByLabel('Your entry');
