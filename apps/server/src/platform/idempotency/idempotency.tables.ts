import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';

/** The response to the first call with each `Idempotency-Key` of a member or visitor. Kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: uuid().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    answer: jsonb(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_one_per_member', columns: [table.memberId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: idempotencyKeys,
    description: 'responses to your recent requests',
    purpose: 'a request that is repeated over a bad connection runs only once',
    retention: 'a day has passed',
    references: [{ ...ownedBy(idempotencyKeys.memberId), exported: { no: 'it repeats data from other tables' } }],
  },
];
