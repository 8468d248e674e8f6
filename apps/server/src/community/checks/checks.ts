import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/media/storage.ts';

/** A stored value that differs from a recount. */
export type Difference = {
  /** The ids of the row, never member content. */
  key: string[];
  actual: string | number | null;
  expected: string | number | null;
};

/** The stores that checks examine. */
export type CheckStores = { db: Database; storage: Storage };

/** A consistency check. `npm run check-data` and the tests run the checks of all features. */
export type Check = {
  /** The printed name, for example "likes of posts". */
  name: string;
  find: (stores: CheckStores) => Promise<Difference[]>;
  /**
   * Repairs one difference. Takes the same locks as regular writers and recounts while it holds them. Without this
   * function, differences must be corrected manually.
   */
  repair?: (tx: Transaction, difference: Difference, stores: CheckStores) => Promise<void>;
};

type CountedColumn<Table extends PgTable, ColumnName extends keyof Table['$inferSelect'] & string> = {
  name: string;
  table: Table;
  keys: readonly [AnyPgColumn, ...AnyPgColumn[]];
  columnName: ColumnName;
  /** A subquery for the correct value of a row. */
  expected: SQL;
  /** Other columns to update together with the counter. */
  alsoSet?: Partial<Record<keyof Table['$inferSelect'] & string, SQL>>;
  /** Takes the lock of the regular writers, if they do not lock the row itself. */
  lock?: (key: string[]) => SQL;
};

/** Creates a check of a counter column that is updated when the counted rows change. */
export function createCounterCheck<Table extends PgTable, ColumnName extends keyof Table['$inferSelect'] & string>(
  definition: CountedColumn<Table, ColumnName>,
): Check {
  const { name, table, keys, columnName, expected, alsoSet = {}, lock } = definition;
  const column = (table as unknown as Record<string, AnyPgColumn>)[columnName];
  const key = sql.join(
    keys.map((keyColumn) => sql`${keyColumn}::text`),
    sql`, `,
  );
  return {
    name,
    async find({ db }) {
      // One statement, so that the counter and the counted rows come from the same snapshot.
      const { rows } = await db.execute<Difference>(sql`
        SELECT ARRAY[${key}] AS key, ${column}::int AS actual, (${expected})::int AS expected FROM ${table}
        WHERE ${column} IS DISTINCT FROM (${expected}) ORDER BY ${key}`);
      return rows;
    },
    async repair(tx, difference) {
      const matchesKey = and(...keys.map((keyColumn, index) => eq(keyColumn, difference.key[index])));
      await tx.execute(lock ? lock(difference.key) : sql`SELECT FROM ${table} WHERE ${matchesKey} FOR UPDATE`);
      await tx
        .update(table)
        .set({ [columnName]: sql`(${expected})`, ...alsoSet })
        .where(matchesKey);
    },
  };
}

/** Creates a check that finds rows that should not exist. `query` selects their `id`, `actual` and `expected`. */
export const createUnexpectedRowsCheck = (name: string, query: SQL): Check => ({
  name,
  async find({ db }) {
    const { rows } = await db.execute<Difference>(
      sql`SELECT ARRAY[id::text] AS key, actual::text AS actual, expected::text AS expected FROM (${query}) AS found ORDER BY id`,
    );
    return rows;
  },
});
