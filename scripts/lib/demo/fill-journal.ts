import { journalEntries, journalPrompts } from '../../../apps/server/src/features/journal/journal.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type Filling, insertAll } from './filling.ts';
import { day } from './moments.ts';

/** What the one whom the demo is made for wrote for herself, the latest last. */
export async function fillJournal({ tx, demo, now, idOf, demoMember }: Filling): Promise<void> {
  const prompts = await tx.select({ id: journalPrompts.id, prompt: journalPrompts.prompt }).from(journalPrompts);
  const entries = demo.entries.map(({ prompt, content }, index) => {
    const promptId = prompts.find((shipped) => shipped.prompt === prompt)?.id;
    if (promptId === undefined) throw new Error(`No prompt ships that says: ${prompt}`);
    const createdAt = new Date(now.getTime() - (demo.entries.length - index) * 3.4 * day);
    return { id: newIdAt(createdAt), memberId: idOf(demoMember), promptId, prompt, content, createdAt };
  });
  await insertAll(tx, journalEntries, entries);
}
