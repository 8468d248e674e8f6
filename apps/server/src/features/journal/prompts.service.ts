import { generalCategoryId, journalErrors } from '@commons/contract/journal';
import type {
  JournalCategory,
  JournalCategoryInput,
  JournalPrompt,
  JournalPromptInput,
} from '@commons/contract/journal/schemas';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined, type Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { journalCategories, journalPrompts } from './journal.tables.ts';
import { toCategoryView, toPromptView } from './prompts.queries.ts';

export const journalError = errorsOf(journalErrors);

/** Publishes that prompts or categories changed, so that clients fetch them again. */
export const announcePrompts = (work: UnitOfWork): void =>
  work.publish({ audience: 'everyone', frame: { type: 'journal_prompts.changed' } });

export async function createCategory(
  work: UnitOfWork,
  viewer: Viewer,
  input: JournalCategoryInput,
): Promise<JournalCategory> {
  const created = onlyRow(await work.tx.insert(journalCategories).values(input).returning());
  announcePrompts(work);
  return toCategoryView(viewer)(created);
}

export async function updateCategory(
  work: UnitOfWork,
  viewer: Viewer,
  categoryId: number,
  input: JournalCategoryInput,
): Promise<JournalCategory> {
  const [changed] = await work.tx
    .update(journalCategories)
    .set(input)
    .where(eq(journalCategories.id, categoryId))
    .returning();
  if (!changed) throw journalError('journal.category_not_found');
  announcePrompts(work);
  return toCategoryView(viewer)(changed);
}

/** Deletes a category and moves its prompts to the general one. */
export async function deleteCategory(work: UnitOfWork, viewer: Viewer, categoryId: number): Promise<void> {
  if (categoryId === generalCategoryId) throw journalError('journal.general_stays');
  // The lock prevents new prompts in this category.
  const [locked] = await work.tx
    .select({ id: journalCategories.id })
    .from(journalCategories)
    .where(eq(journalCategories.id, categoryId))
    .for('update');
  if (!locked) throw journalError('journal.category_not_found');
  await pipelined(
    work.tx
      .update(journalPrompts)
      .set({ categoryId: generalCategoryId })
      .where(eq(journalPrompts.categoryId, categoryId)),
    work.tx.delete(journalCategories).where(eq(journalCategories.id, categoryId)),
    recordAudit(work, { actorId: viewer.id, action: 'journal_category.deleted', subjectId: String(categoryId) }),
  );
  announcePrompts(work);
}

/**
 * Returns a prompt's category and locks it against deletion until the transaction ends.
 * @throws AppError `journal.no_such_category`.
 */
async function lockCategory(tx: Transaction, categoryId: number): Promise<{ id: number; name: string }> {
  const [category] = await tx
    .select({ id: journalCategories.id, name: journalCategories.name })
    .from(journalCategories)
    .where(eq(journalCategories.id, categoryId))
    .for('key share');
  if (!category) throw journalError('journal.no_such_category');
  return category;
}

export async function createPrompt(
  work: UnitOfWork,
  viewer: Viewer,
  { prompt, categoryId }: JournalPromptInput,
): Promise<JournalPrompt> {
  const category = await lockCategory(work.tx, categoryId);
  const id = newId();
  await work.tx.insert(journalPrompts).values({ id, prompt, categoryId });
  await enqueueReindex(work, 'prompts', [id]);
  announcePrompts(work);
  return toPromptView(viewer)({ id, prompt, category });
}

const isExisting = (promptId: string) => and(eq(journalPrompts.id, promptId), eq(journalPrompts.isDeleted, false));

export async function updatePrompt(
  work: UnitOfWork,
  viewer: Viewer,
  promptId: string,
  input: JournalPromptInput,
): Promise<JournalPrompt> {
  const category = await lockCategory(work.tx, input.categoryId);
  const { rowCount } = await work.tx.update(journalPrompts).set(input).where(isExisting(promptId));
  if (rowCount === 0) throw journalError('journal.prompt_not_found');
  await enqueueReindex(work, 'prompts', [promptId]);
  announcePrompts(work);
  return toPromptView(viewer)({ id: promptId, prompt: input.prompt, category });
}

export async function deletePrompt(work: UnitOfWork, viewer: Viewer, promptId: string): Promise<void> {
  const { rowCount } = await work.tx.update(journalPrompts).set({ isDeleted: true }).where(isExisting(promptId));
  if (rowCount === 0) throw journalError('journal.prompt_not_found');
  await enqueueReindex(work, 'prompts', [promptId]);
  await recordAudit(work, { actorId: viewer.id, action: 'journal_prompt.deleted', subjectId: promptId });
  announcePrompts(work);
}
