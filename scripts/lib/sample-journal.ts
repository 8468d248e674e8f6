import { readFile } from 'node:fs/promises';
import type { JournalCategory, JournalEntry } from '@commons/contract/journal';
import { addPrompt, write } from '../../e2e/support/journal.ts';
import type { Member } from '../../e2e/support/member.ts';
import { request } from '../../e2e/support/members.ts';
import type { SampleCommunity } from './sample-community.ts';

type ShippedCategory = { name: string; description: string; prompts: string[] };

/** Some prompts of each category that ships, and what Amara wrote for one of them. */
export async function fillSampleJournal(
  admin: Member,
  { 'Amara Lindqvist': amara }: SampleCommunity,
): Promise<JournalEntry> {
  const file = new URL('../../content/journal-prompts.json', import.meta.url);
  const [general, ...others] = JSON.parse(await readFile(file, 'utf8')) as ShippedCategory[];
  const { id: promptId } = await addPrompt(admin, 1, general?.prompts[0]);
  for (const { name, description, prompts } of others) {
    const { id } = await request<JournalCategory>(admin, 'POST', '/api/journal-categories', { name, description });
    for (const prompt of prompts.slice(0, 3)) await addPrompt(admin, id, prompt);
  }
  await write(amara, promptId, 'The kettle, and nothing to do before it sings.');
  return write(
    amara,
    promptId,
    'I said that I was fine, and then that I was not. She put the phone on the table and listened. We did not solve anything. It was enough.\n\nTomorrow I want to walk to the bridge before work. If it rains, to the corner.',
  );
}
