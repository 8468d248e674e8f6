import { concernKinds } from '@commons/contract/concerns';
import type { ConcernKind } from '@commons/contract/concerns/schemas';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../community/members/users.tables.ts';
import { type PersonalData, storedUnderEmail } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Reports and complaints from people without an account. */
export const concerns = pgTable(
  'concerns',
  {
    id: primaryId(),
    receipt: text().notNull(),
    kind: text({ enum: Object.keys(concernKinds) as [ConcernKind, ...ConcernKind[]] }).notNull(),
    text: text().notNull(),
    address: text(),
    name: text(),
    email: text(),
    /** Digest of the token in the mailed link. */
    confirmationDigest: text(),
    emailConfirmedAt: instant(),
    dueAt: instant().notNull(),
    answer: text(),
    answeredById: uuid().references(() => users.id, { onDelete: 'set null' }),
    closedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('concerns_one_per_receipt').on(table.receipt),
    uniqueIndex('concerns_one_per_confirmation').on(table.confirmationDigest),
    index('concerns_open_by_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.closedAt} IS NULL`),
    index('concerns_by_closing')
      .on(table.closedAt)
      .where(sql`${table.closedAt} IS NOT NULL`),
    check('concerns_text_length', sql`char_length(${table.text}) BETWEEN 1 AND 4000`),
    check('concerns_answer_length', sql`char_length(${table.answer}) <= 4000`),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: concerns,
    description: 'concerns that were sent with your email through the public form, and their answers',
    purpose: 'moderators look into them and answer you',
    retention: 'a year has passed since the answer',
    references: [
      {
        column: concerns.email,
        condition: storedUnderEmail(concerns.email),
        exported: true,
        leaving: { kept: 'the moderators still owe you an answer; deleted a year after it' },
      },
      {
        column: concerns.answeredById,
        exported: { no: 'it is about somebody else, whom you answered' },
        leaving: 'anonymized',
      },
    ],
    excludedFromExport: [concerns.confirmationDigest, concerns.answeredById],
  },
];
