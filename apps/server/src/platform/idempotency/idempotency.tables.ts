import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { own, type PersonalData } from '../personal-data.ts';

/** The first response to each `Idempotency-Key` of a member or visitor. Kept for a day. */
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
    what: 'responses to your recent requests',
    why: 'a request that is repeated over a bad connection runs only once',
    until: 'a day has passed',
    mentions: [{ ...own(idempotencyKeys.memberId), exported: { no: 'it repeats data from other tables' } }],
  },
];
