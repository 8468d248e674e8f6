import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Categories of journal prompts. A migration creates the general one with id 1. */
export const journalCategories = pgTable(
  'journal_categories',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 2 }),
    name: text().notNull(),
    description: text(),
  },
  (table) => [
    check('journal_categories_name_length', sql`char_length(${table.name}) BETWEEN 1 AND 60`),
    check('journal_categories_description_length', sql`char_length(${table.description}) <= 300`),
  ],
);

export const journalPrompts = pgTable(
  'journal_prompts',
  {
    id: primaryId(),
    categoryId: integer()
      .notNull()
      .references(() => journalCategories.id, { onDelete: 'restrict' }),
    prompt: text().notNull(),
    /** Deleted prompts are hidden, but members who have started to write can still save their entry. */
    isDeleted: boolean().notNull().default(false),
  },
  (table) => [
    index('journal_prompts_by_category').on(table.categoryId, table.id),
    check('journal_prompts_prompt_length', sql`char_length(${table.prompt}) BETWEEN 1 AND 500`),
  ],
);

/** Private journal entries. Every query filters by their author. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: primaryId(),
    memberId: ownerId(),
    promptId: uuid()
      .notNull()
      .references(() => journalPrompts.id, { onDelete: 'restrict' }),
    /** The prompt's text when the entry was created. */
    prompt: text().notNull(),
    content: text().notNull(),
    createdAt: instant().notNull(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    index('journal_entries_by_member').on(table.memberId, table.id),
    check('journal_entries_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 20000`),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: journalEntries,
    description: 'your journal',
    purpose: 'you write it for yourself; nobody else can read it',
    retention: 'you delete an entry',
    references: [ownedBy(journalEntries.memberId)],
  },
];
/** Entries belong to their author only, and no counter includes them. */
export const cascades = ['journal_entries.member_id'];
