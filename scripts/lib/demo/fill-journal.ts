import { journalEntries, journalPrompts } from '../../../apps/server/src/features/journal/journal.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { day } from './planned-times.ts';

/** Adds journal entries of the demo member, oldest first. */
export async function fillJournal({ tx, demo, now, idOf, demoMember }: FillContext): Promise<void> {
  const prompts = await tx.select({ id: journalPrompts.id, prompt: journalPrompts.prompt }).from(journalPrompts);
  const entries = demo.entries.map(({ prompt, content }, index) => {
    const promptId = prompts.find((shipped) => shipped.prompt === prompt)?.id;
    if (promptId === undefined) throw new Error(`The product ships no prompt with the text: ${prompt}`);
    const createdAt = new Date(now.getTime() - (demo.entries.length - index) * 3.4 * day);
    return { id: newIdAt(createdAt), memberId: idOf(demoMember), promptId, prompt, content, createdAt };
  });
  await insertAll(tx, journalEntries, entries);
}
