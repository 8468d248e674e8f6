import type { JournalEntry, JournalEntryChange, JournalEntryInput } from '@commons/contract/journal/schemas';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { afterEveryId, newId } from '../../platform/database/columns.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isoText, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { journalEntries, journalPrompts } from './journal.tables.ts';
import { journalError } from './prompts.service.ts';

const entryColumns = {
  id: journalEntries.id,
  promptId: journalEntries.promptId,
  prompt: journalEntries.prompt,
  content: journalEntries.content,
  createdAt: isoText(journalEntries.createdAt),
  revision: journalEntries.revision,
};

const isOfMember = eq(journalEntries.memberId, sql.placeholder('memberId'));
const isEntryOfMember = and(eq(journalEntries.id, sql.placeholder('entryId')), isOfMember);

const entryPage = preparePages('journal_entry_page', (db, { limit, name }) =>
  db
    .select(entryColumns)
    .from(journalEntries)
    .where(and(isOfMember, lt(journalEntries.id, sql.placeholder('before'))))
    .orderBy(desc(journalEntries.id))
    .limit(limit)
    .prepare(name),
);

/** Lists a member's own entries before an id, newest first. */
export const listEntries = (
  db: Database,
  { id: memberId }: Viewer,
  { before = afterEveryId, rowCount }: { before: string | undefined; rowCount: number },
): Promise<JournalEntry[]> => entryPage(db, rowCount, { memberId, before });

const entryOfMember = prepareOnce((db) =>
  db.select(entryColumns).from(journalEntries).where(isEntryOfMember).prepare('journal_entry_of_member'),
);

/**
 * Returns a member's own entry.
 * @throws AppError `journal.entry_not_found`, also for an entry of another member.
 */
export async function getEntry(db: Queryable, { id: memberId }: Viewer, entryId: string): Promise<JournalEntry> {
  const [entry] = await entryOfMember(db).execute({ memberId, entryId });
  if (!entry) throw journalError('journal.entry_not_found');
  return entry;
}

/** Publishes a change to the author's own tabs, without the text. */
const publishChange = (work: UnitOfWork, { id }: Viewer, entryId: string, revision: number | null): void =>
  work.publish({ audience: { memberIds: [id] }, frame: { type: 'journal_entry.changed', entryId, revision } });

const insertEntry = prepareOnce((db) =>
  db
    .insert(journalEntries)
    .select(
      db
        .select({
          id: sql`${sql.placeholder('id')}::uuid`.as('id'),
          memberId: sql`${sql.placeholder('memberId')}::uuid`.as('member_id'),
          promptId: journalPrompts.id,
          prompt: journalPrompts.prompt,
          content: sql`${sql.placeholder('content')}`.as('content'),
          createdAt: sql`${sql.placeholder('createdAt')}::timestamptz`.as('created_at'),
          revision: sql`1`.as('revision'),
        })
        .from(journalPrompts)
        .where(eq(journalPrompts.id, sql.placeholder('promptId'))),
    )
    .returning(entryColumns)
    .prepare('insert_journal_entry'),
);

/**
 * Creates an entry. Returns it without its text, because replies of creating calls are stored with their idempotency
 * key.
 * @throws AppError `journal.prompt_not_found` for an unknown prompt.
 */
export async function createEntry(
  work: UnitOfWork,
  viewer: Viewer,
  { promptId, content }: JournalEntryInput,
): Promise<Omit<JournalEntry, 'content'>> {
  const values = { id: newId(), memberId: viewer.id, promptId, content, createdAt: databaseNow().toISOString() };
  // Deleted prompts are allowed, because the member may have started to write before the deletion.
  const [created] = await insertEntry(work.tx).execute(values);
  if (!created) throw journalError('journal.prompt_not_found');
  publishChange(work, viewer, created.id, created.revision);
  const { content: _, ...entry } = created;
  return entry;
}

const changeEntry = prepareOnce((db) =>
  db
    .update(journalEntries)
    .set({ content: sql`${sql.placeholder('content')}`, revision: sql`${journalEntries.revision} + 1` })
    .where(
      and(
        isEntryOfMember,
        or(
          sql`${sql.placeholder('revision')}::integer IS NULL`,
          eq(journalEntries.revision, sql`${sql.placeholder('revision')}::integer`),
          // Allows a retry of a change whose reply was lost.
          eq(journalEntries.content, sql.placeholder('content')),
        ),
      ),
    )
    .returning(entryColumns)
    .prepare('change_journal_entry'),
);

/**
 * Changes an entry.
 * @throws AppError `journal.changed_elsewhere` if the entry has another revision than the client edited.
 */
export async function updateEntry(
  work: UnitOfWork,
  viewer: Viewer,
  entryId: string,
  { content, revision }: JournalEntryChange,
): Promise<JournalEntry> {
  const [changed] = await changeEntry(work.tx).execute({
    memberId: viewer.id,
    entryId,
    content,
    revision: revision ?? null,
  });
  if (!changed) {
    await getEntry(work.tx, viewer, entryId);
    throw journalError('journal.changed_elsewhere');
  }
  publishChange(work, viewer, entryId, changed.revision);
  return changed;
}

export async function deleteEntry(work: UnitOfWork, viewer: Viewer, entryId: string): Promise<void> {
  const { rowCount } = await work.tx
    .delete(journalEntries)
    .where(and(eq(journalEntries.id, entryId), eq(journalEntries.memberId, viewer.id)));
  if (rowCount === 0) throw journalError('journal.entry_not_found');
  publishChange(work, viewer, entryId, null);
}
