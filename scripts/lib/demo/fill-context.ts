import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../../apps/server/src/platform/database/database.ts';
import type { Pictures } from './pictures.ts';
import type { PlannedTimes } from './planned-times.ts';
import type { Demo } from './words.ts';

/** An entry for the points ledger. */
export type Award = {
  memberId: string;
  kind: string;
  occasion: string;
  points: number;
  seconds?: number;
  at: Date;
};

/** Context passed to the functions that fill the tables. */
export type FillContext = {
  readonly tx: Transaction;
  readonly now: Date;
  readonly demo: Demo;
  readonly moments: PlannedTimes;
  readonly pictures: Pictures;
  readonly idOf: (handle: string) => string;
  readonly demoMember: string;
  readonly awards: Award[];
  /** Number of reactions and comments. */
  supportGiven: number;
};

/** Keeps a statement below PostgreSQL's limit of 65,535 parameters. */
const rowsAtOnce = 1_000;

/** Inserts many rows in batches. Rows may have columns that this table does not have. */
export async function insertAll<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx.insert(table).values(rows.slice(start, start + rowsAtOnce) as never);
}
