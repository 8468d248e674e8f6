import { singleLine } from '@commons/contract/common/schemas';
import { normalizeForDuplicates } from '@commons/contract/fold';
import { journalLimits } from '@commons/contract/journal';
import { journalPromptInput } from '@commons/contract/journal/schemas';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CsvTable } from '../../community/csv/csv-table.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Queryable, pipelined } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { journalCategories, journalPrompts } from './journal.tables.ts';
import { announcePrompts } from './prompts.service.ts';

/** A row of the CSV file. Categories are identified by name, because ids would mean nothing in a spreadsheet. */
const row = z.object({
  category: singleLine(journalLimits.categoryNameCharacters).min(1, 'Please name the category'),
  prompt: journalPromptInput.shape.prompt,
});
type Row = z.output<typeof row>;

const selectRows = (db: Queryable) =>
  db
    .select({ id: journalPrompts.id, category: journalCategories.name, prompt: journalPrompts.prompt })
    .from(journalPrompts)
    .innerJoin(journalCategories, eq(journalCategories.id, journalPrompts.categoryId))
    .$dynamic();

const toStoredRow = ({ id, ...fields }: Row & { id: string }) => ({ id, row: fields });

const arraysOf = (rows: readonly (Row & { id?: string })[]) => ({
  ids: rows.map(({ id }) => id ?? null),
  categories: rows.map(({ category }) => category),
  prompts: rows.map(({ prompt }) => prompt),
});
const fileRows = sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('categories')}::text[],
  ${sql.placeholder('prompts')}::text[]) WITH ORDINALITY AS input (id, category, prompt, position)`;

/** The id of the first category with this name. Names need not be unique. */
const categoryOfName = sql`(SELECT min(id) FROM ${journalCategories} WHERE name = input.category)`;

const insertPrompts = namedStatement(
  'insert_journal_prompts',
  sql`INSERT INTO ${journalPrompts} (id, category_id, prompt)
    SELECT input.id, ${categoryOfName}, input.prompt FROM ${fileRows}`,
  { values: { ids: 'uuid[]', categories: 'text[]', prompts: 'text[]' } },
);
const updatePrompts = namedStatement(
  'update_journal_prompts',
  sql`UPDATE ${journalPrompts} SET prompt = input.prompt,
      category_id = CASE journal_categories.name WHEN input.category THEN category_id ELSE ${categoryOfName} END
    FROM ${fileRows}, ${journalCategories}
    WHERE journal_prompts.id = input.id AND journal_categories.id = category_id`,
  { values: { ids: 'uuid[]', categories: 'text[]', prompts: 'text[]' } },
);

const noSuchCategory = 'There is no category with this name. Please add it first, or choose another one.';

export const promptsCsvTable = {
  name: 'journal-prompts',
  row,
  async listRows(db, after) {
    const isListed = and(
      eq(journalPrompts.isDeleted, false),
      after === undefined ? undefined : lt(journalPrompts.id, after),
    );
    const rows = await selectRows(db).where(isListed).orderBy(desc(journalPrompts.id)).limit(1_000);
    return rows.map(toStoredRow);
  },
  async findRows(db, ids, lock) {
    if (ids.length === 0) return [];
    const query = selectRows(db).where(and(eq(journalPrompts.isDeleted, false), inArray(journalPrompts.id, [...ids])));
    const rows = await (lock ? query.orderBy(journalPrompts.id).for('update', { of: journalPrompts }) : query);
    return rows.map(toStoredRow);
  },
  keyOf: ({ category, prompt }) => JSON.stringify([category, prompt].map(normalizeForDuplicates)),
  async findProblems(db, rows) {
    const categories = await db.select({ name: journalCategories.name }).from(journalCategories);
    const names = new Set(categories.map(({ name }) => name));
    return rows.map((each) =>
      names.has(each.row.category) ? undefined : { column: 'category', message: noSuchCategory },
    );
  },
  async lock(tx) {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('journal'), hashtext('prompts'))`);
    // Categories cannot be deleted or renamed then. Other code also takes this lock before it locks prompts.
    await tx.execute(sql`SELECT FROM ${journalCategories} ORDER BY id FOR SHARE`);
  },
  async write(work, _media, { added, changed }) {
    // The first row of the file becomes the newest prompt.
    const addedRows = added.toReversed().map((each) => ({ ...each, id: newId() }));
    const changedRows = changed.map((each) => ({ ...each.row, id: each.id }));
    await pipelined(
      insertPrompts(work.tx, arraysOf(addedRows)),
      updatePrompts(work.tx, arraysOf(changedRows)),
      enqueueReindex(
        work,
        'prompts',
        [...addedRows, ...changedRows].map(({ id }) => id),
      ),
    );
    announcePrompts(work);
  },
} satisfies CsvTable<Row>;
