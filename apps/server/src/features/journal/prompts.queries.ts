import { generalCategoryId } from '@commons/contract/journal';
import type { JournalCategory, JournalPrompt } from '@commons/contract/journal/schemas';
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { afterEveryId } from '../../platform/database/columns.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { journalCategories, journalPrompts } from './journal.tables.ts';

type CategoryRow = typeof journalCategories.$inferSelect;
type PromptRow = Awaited<ReturnType<typeof findPrompts>>[number];

const categoryPage = preparePages('journal_category_page', (db, { limit, name }) =>
  db
    .select()
    .from(journalCategories)
    .where(gt(journalCategories.id, sql.placeholder('after')))
    .orderBy(asc(journalCategories.id))
    .limit(limit)
    .prepare(name),
);

/** Lists categories after an id, oldest first. */
export const listCategories = (
  db: Database,
  { after = 0, rowCount }: { after: number | undefined; rowCount: number },
): Promise<CategoryRow[]> => categoryPage(db, rowCount, { after });

const selectPrompts = (db: Queryable) =>
  db
    .select({
      id: journalPrompts.id,
      prompt: journalPrompts.prompt,
      category: { id: journalCategories.id, name: journalCategories.name },
    })
    .from(journalPrompts)
    .innerJoin(journalCategories, eq(journalCategories.id, journalPrompts.categoryId))
    .$dynamic();

const isListed = and(eq(journalPrompts.isDeleted, sql`false`), lt(journalPrompts.id, sql.placeholder('before')));

const promptPage = preparePages('journal_prompt_page', (db, { limit, name }) =>
  selectPrompts(db).where(isListed).orderBy(desc(journalPrompts.id)).limit(limit).prepare(name),
);

const promptPageOfCategory = preparePages('journal_prompt_page_of_category', (db, { limit, name }) =>
  selectPrompts(db)
    .where(and(eq(journalPrompts.categoryId, sql.placeholder('categoryId')), isListed))
    .orderBy(desc(journalPrompts.id))
    .limit(limit)
    .prepare(name),
);

/** Lists prompts before an id, all or of one category, newest first. */
export function listPrompts(
  db: Database,
  page: { categoryId: number | undefined; before: string | undefined; rowCount: number },
): Promise<PromptRow[]> {
  const { categoryId, before = afterEveryId, rowCount } = page;
  return categoryId === undefined
    ? promptPage(db, rowCount, { before })
    : promptPageOfCategory(db, rowCount, { before, categoryId });
}

const promptById = prepareOnce((db) =>
  selectPrompts(db)
    .where(and(eq(journalPrompts.id, sql.placeholder('promptId')), eq(journalPrompts.isDeleted, sql`false`)))
    .prepare('journal_prompt_by_id'),
);

/** Returns the prompt with this id: one row or none. */
export const findPrompts = (db: Queryable, promptId: string) => promptById(db).execute({ promptId });

/** The prompt of the day is one of the newest ones, so that the statement reads a limited number of rows. */
const promptsOfDays = 1_000;

const promptOfDay = prepareOnce((db) => {
  const newest = db
    .select({ id: journalPrompts.id })
    .from(journalPrompts)
    .where(eq(journalPrompts.isDeleted, sql`false`))
    .orderBy(desc(journalPrompts.id))
    .limit(promptsOfDays)
    .as('newest');
  // Each day orders the prompts by other hashes. A new or deleted prompt rarely changes today's choice.
  const chosen = db
    .select({ id: newest.id })
    .from(newest)
    .orderBy(sql`md5(${newest.id}::text || ${sql.placeholder('day')}::text)`)
    .limit(1);
  return selectPrompts(db)
    .where(eq(journalPrompts.id, sql`(${chosen})`))
    .prepare('journal_prompt_of_day');
});

/** Returns the prompt of a day in UTC, the same for every member: one row, or none without prompts. */
export const findPromptOfDay = (db: Queryable, date: Date) =>
  promptOfDay(db).execute({ day: date.toISOString().slice(0, 10) });

/** Only admins can change and delete prompts and categories. */
const permissionsOf = ({ role }: Viewer) => ({ edit: role === 'admin', delete: role === 'admin' });

export const toPromptView =
  (viewer: Viewer) =>
  ({ category, ...prompt }: PromptRow): JournalPrompt => ({
    ...prompt,
    categoryId: category.id,
    category,
    can: permissionsOf(viewer),
  });

export const toCategoryView =
  (viewer: Viewer) =>
  (category: CategoryRow): JournalCategory => {
    const can = permissionsOf(viewer);
    return { ...category, can: { ...can, delete: can.delete && category.id !== generalCategoryId } };
  };

/** Search of prompts. Entries are private and not searched. */
export const promptsSearchSource: SearchSource = {
  type: 'prompts',
  source: journalPrompts,
  isIndexed: sql`NOT ${journalPrompts.isDeleted}`,
  title: sql`NULL::text`,
  rest: sql`${journalPrompts.prompt}`,
  isShown: sql`NOT ${journalPrompts.isDeleted}`,
  recency: sql`0`,
  shown: {
    title: sql`(SELECT ${journalCategories.name} FROM ${journalCategories} WHERE ${journalCategories.id} = ${journalPrompts.categoryId})`,
    text: sql`${journalPrompts.prompt}`,
  },
};
