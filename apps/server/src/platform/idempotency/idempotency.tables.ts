import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

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
