import { editedNames } from '@commons/contract/texts';
import type { CrisisChange } from '@commons/contract/texts/schemas';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { users } from '../members/users.tables.ts';
import type { PersonalData } from '../personal-data.ts';

/** Each published version of a text. Rows are never changed, so the history is complete. */
export const textVersions = pgTable(
  'text_versions',
  {
    /** Grows with each version of any text, so that processes notice new versions. */
    revision: integer().primaryKey(),
    name: text({ enum: editedNames }).notNull(),
    /** Markdown, or the changes of the crisis lines. Null restores the shipped text. */
    content: jsonb().$type<string | CrisisChange[]>(),
    publishedAt: instant().notNull(),
    publishedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The version of the guidelines that members must accept since then. Null if they were not asked. */
    guidelinesVersion: integer(),
  },
  (table) => [
    index('text_versions_by_name').on(table.name, table.revision),
    // For a member who leaves.
    index('text_versions_by_publisher').on(table.publishedById),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: textVersions,
    description: 'versions of the community’s texts that you published as an admin',
    purpose: 'admins can see the history of each text',
    retention: 'the community is shut down; without your name after you leave',
    references: [{ column: textVersions.publishedById, exported: true, leaving: 'anonymized' }],
  },
];
