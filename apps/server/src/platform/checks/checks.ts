import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/database.ts';
import type { Storage } from '../media/storage.ts';

/** A stored value that differs from a recount. */
export type Difference = {
  /** The ids of the row, never member content. */
  key: string[];
  is: string | number | null;
  should: string | number | null;
};

/** The stores that checks examine. */
export type CheckStores = { db: Database; storage: Storage };

/** A consistency check. `npm run check-data` and the tests run the checks of all features. */
export type Check = {
  /** The printed name, for example "likes of posts". */
  name: string;
  find: (stores: CheckStores) => Promise<Difference[]>;
  /**
   * Repairs one difference. Takes the same locks as regular writers and recounts while it holds them. If it is missing,
   * differences must be corrected manually.
   */
  repair?: (tx: Transaction, difference: Difference, stores: CheckStores) => Promise<void>;
};

type CountedColumn<Table extends PgTable, Figure extends keyof Table['$inferSelect'] & string> = {
  name: string;
  table: Table;
  keys: readonly [AnyPgColumn, ...AnyPgColumn[]];
  figure: Figure;
  /** A subquery for the correct value of a row. */
  should: SQL;
  /** Other columns to update together with the counter. */
  also?: Partial<Record<keyof Table['$inferSelect'] & string, SQL>>;
  /** Takes the lock of the regular writers, if they do not lock the row itself. */
  lock?: (key: string[]) => SQL;
};

/** Creates a check of a counter column that is updated when the counted rows change. */
export function counted<Table extends PgTable, Figure extends keyof Table['$inferSelect'] & string>(
  definition: CountedColumn<Table, Figure>,
): Check {
  const { name, table, keys, figure, should, also = {}, lock } = definition;
  const column = (table as unknown as Record<string, AnyPgColumn>)[figure];
  const key = sql.join(
    keys.map((each) => sql`${each}::text`),
    sql`, `,
  );
  return {
    name,
    async find({ db }) {
      // One statement, so that the counter and the counted rows come from the same snapshot.
      const { rows } = await db.execute<Difference>(sql`
        SELECT ARRAY[${key}] AS key, ${column}::int AS "is", (${should})::int AS should FROM ${table}
        WHERE ${column} IS DISTINCT FROM (${should}) ORDER BY ${key}`);
      return rows;
    },
    async repair(tx, difference) {
      const isRow = and(...keys.map((each, index) => eq(each, difference.key[index])));
      await tx.execute(lock ? lock(difference.key) : sql`SELECT FROM ${table} WHERE ${isRow} FOR UPDATE`);
      await tx
        .update(table)
        .set({ [figure]: sql`(${should})`, ...also })
        .where(isRow);
    },
  };
}

/** Creates a check that finds rows that should not exist. `find` selects their ids. */
export const unexpected = (name: string, find: SQL): Check => ({
  name,
  async find({ db }) {
    const { rows } = await db.execute<Difference>(
      sql`SELECT ARRAY[id::text] AS key, "is"::text AS "is", should::text AS should FROM (${find}) AS found ORDER BY id`,
    );
    return rows;
  },
});
