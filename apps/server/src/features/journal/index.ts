import { generalCategoryId } from '@commons/contract/journal';
import { journalCategoryInput } from '@commons/contract/journal/schemas';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Feature } from '../../community/feature.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import type { StarterContent } from '../../community/starter-content/starter-content.ts';
import { newId } from '../../platform/database/columns.ts';
import { entryRoutes, promptRoutes } from './journal.routes.ts';
import { journalCategories, journalPrompts, personalData } from './journal.tables.ts';
import { promptsCsvTable } from './prompts.csv.ts';
import { promptsSearchSource } from './prompts.queries.ts';
import { announcePrompts } from './prompts.service.ts';

const file = 'journal-prompts.json';
const shippedCategories = z.array(journalCategoryInput.extend({ prompts: z.array(z.string()) }));
type ShippedCategory = z.output<typeof shippedCategories>[number];

/** Starter categories, without the first of the file: it is the general one, which a migration creates. */
const starterCategories: StarterContent<ShippedCategory> = {
  kind: 'journal-category',
  file,
  list: shippedCategories.transform((categories) => categories.slice(1).toReversed()),
  slugOf: ({ name }) => name,
  async add({ tx }, _context, { name, description }) {
    await tx.insert(journalCategories).values({ name, description });
  },
};

/** Starter prompts. If their category was deleted or renamed, they go to the general one. */
const starterPrompts: StarterContent<{ category: string; prompt: string }> = {
  kind: 'journal-prompt',
  file,
  list: shippedCategories.transform((categories) =>
    categories.flatMap(({ name, prompts }) => prompts.map((prompt) => ({ category: name, prompt }))),
  ),
  // Earlier versions shipped straight apostrophes, and a new name would add these prompts again.
  slugOf: ({ prompt }) => prompt.replaceAll('’', "'"),
  async add(work, _context, { category, prompt }) {
    const [existingCategory] = await work.tx
      .select({ id: journalCategories.id })
      .from(journalCategories)
      .where(eq(journalCategories.name, category))
      .orderBy(journalCategories.id)
      .limit(1)
      .for('key share');
    const id = newId();
    await work.tx.insert(journalPrompts).values({ id, prompt, categoryId: existingCategory?.id ?? generalCategoryId });
    await enqueueReindex(work, 'prompts', [id]);
    announcePrompts(work);
  },
};

export const journal: Feature = {
  name: 'journal',
  registerRoutes(server, context) {
    promptRoutes(server, context);
    entryRoutes(server, context);
  },
  searchSources: [promptsSearchSource],
  csvTables: [promptsCsvTable],
  starterContent: [starterCategories, starterPrompts],
  personalData,
};
