import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../../apps/server/src/platform/database/database.ts';
import type { Moments } from './moments.ts';
import type { Pictures } from './pictures.ts';
import type { Demo } from './words.ts';

/** Points for something that a member did, as the ledger will have them. */
export type Award = {
  memberId: string;
  kind: string;
  occasion: string;
  subjectId: string | null;
  points: number;
  seconds?: number;
  at: Date;
};

/** What those who fill the tables hand on. */
export type Filling = {
  readonly tx: Transaction;
  readonly now: Date;
  readonly demo: Demo;
  readonly moments: Moments;
  readonly pictures: Pictures;
  readonly idOf: (handle: string) => string;
  readonly demoMember: string;
  readonly awards: Award[];
  /** Reactions and comments, as the community counts them. */
  supportGiven: number;
};

/** A statement has 65,535 parameters at most. */
const rowsAtOnce = 1_000;

/** Writes many rows, which may have columns that this table does not have yet. */
export async function insertAll<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx.insert(table).values(rows.slice(start, start + rowsAtOnce) as never);
}
