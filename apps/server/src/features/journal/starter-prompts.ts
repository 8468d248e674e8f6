import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generalCategoryId } from '@commons/contract/journal';
import { asc, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '../../platform/database/columns.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { Kit } from '../../platform/feature.ts';
import { starterContent } from '../meditations/meditations.tables.ts';
import { journalCategories, journalPrompts } from './journal.tables.ts';
import { announcePrompts } from './prompts.service.ts';

const kinds = { category: 'journal-category', prompt: 'journal-prompt' } as const;

/** The first category is the general one, which every community has. */
const shippedCategories = z.array(
  z.object({ name: z.string(), description: z.string(), prompts: z.array(z.string()) }),
);
type ShippedCategory = z.output<typeof shippedCategories>[number];

export const starterPrompts = taskName<Record<string, never>>('starter-journal-prompts');

type Parts = Pick<Kit, 'db' | 'transact' | 'contentDirectory'>;

/** Has the prompts that ship and this community never had added in the background, by whichever process. */
export async function offerStarterPrompts({ db, transact, contentDirectory }: Parts): Promise<void> {
  const categories = await readShipped(contentDirectory);
  const had = await db
    .select({ slug: starterContent.slug })
    .from(starterContent)
    .where(inArray(starterContent.kind, Object.values(kinds)));
  const known = new Set(had.map(({ slug }) => slug));
  if (categories.every(({ name, prompts }) => [name, ...prompts].every((text) => known.has(text)))) return;
  await transact((work) => work.enqueue(starterPrompts, {}));
}

/** Adds them, the first of the file last: it is then the newest. What an admin changed or deleted stays so. */
export async function addStarterPrompts({ transact, contentDirectory }: Parts): Promise<void> {
  const categories = await readShipped(contentDirectory);
  await transact(async (work) => {
    const names = await claim(
      work.tx,
      kinds.category,
      categories.map(({ name }) => name),
    );
    const texts = await claim(
      work.tx,
      kinds.prompt,
      categories.flatMap(({ prompts }) => prompts),
    );
    await addCategories(
      work.tx,
      categories.slice(1).filter(({ name }) => names.has(name)),
    );
    const idOf = await idsByName(work.tx);
    const prompts = categories.flatMap((category, index) =>
      category.prompts
        .filter((prompt) => texts.has(prompt))
        .map((prompt) => ({ prompt, categoryId: index === 0 ? generalCategoryId : idOf(category.name) })),
    );
    if (prompts.length === 0) return;
    await work.tx.insert(journalPrompts).values(prompts.toReversed().map((prompt) => ({ ...prompt, id: newId() })));
    announcePrompts(work);
  });
}

const readShipped = async (contentDirectory: string): Promise<ShippedCategory[]> =>
  shippedCategories.parse(JSON.parse(await readFile(path.join(contentDirectory, 'journal-prompts.json'), 'utf8')));

/** Those that this community never had. Of several processes one gets each: the others wait for its commit. */
async function claim(tx: Transaction, kind: string, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const claimed = await tx
    .insert(starterContent)
    .values(slugs.map((slug) => ({ kind, slug })))
    .onConflictDoNothing()
    .returning({ slug: starterContent.slug });
  return new Set(claimed.map(({ slug }) => slug));
}

async function addCategories(tx: Transaction, categories: ShippedCategory[]): Promise<void> {
  if (categories.length === 0) return;
  await tx.insert(journalCategories).values(categories.map(({ name, description }) => ({ name, description })));
}

/** Where the category was deleted or has another name, its prompts go to the general one. */
async function idsByName(db: Queryable): Promise<(name: string) => number> {
  const categories = await db.select().from(journalCategories).orderBy(asc(journalCategories.id));
  return (name) => categories.find((category) => category.name === name)?.id ?? generalCategoryId;
}
