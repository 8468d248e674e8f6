import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { own, type PersonalData } from '../personal-data.ts';

/** The first answer to each `Idempotency-Key` of a member, or of a visitor by what they sent; kept for a day. */
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
    what: 'replies to your latest requests',
    why: 'a retry on a bad connection does nothing twice',
    until: 'a day has passed',
    mentions: [{ ...own(idempotencyKeys.memberId), exported: { no: 'it repeats data of other tables' } }],
  },
];
