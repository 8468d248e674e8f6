import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/database.ts';
import type { Storage } from '../media/storage.ts';

/** Something that is kept and is not what a recount says. */
export type Difference = {
  /** Which it is, by its ids: never what somebody wrote. */
  key: string[];
  is: string | number | null;
  should: string | number | null;
};

/** Where it is looked. */
export type Kept = { db: Database; storage: Storage };

/** Something that can be recounted. A feature says so once for each; `npm run check-data` and the tests ask all of them. */
export type Check = {
  /** As whoever asked reads it: "likes of posts". */
  name: string;
  find: (kept: Kept) => Promise<Difference[]>;
  /**
   * Puts one right: locks what is counted as those do who change it, and counts again behind the lock. Where there is none,
   * somebody has to look.
   */
  mend?: (tx: Transaction, difference: Difference, kept: Kept) => Promise<void>;
};

type Counted<Table extends PgTable, Figure extends keyof Table['$inferSelect'] & string> = {
  name: string;
  table: Table;
  keys: readonly [AnyPgColumn, ...AnyPgColumn[]];
  figure: Figure;
  /** What it should be, as a query of one number about a row of the table. */
  should: SQL;
  /** What else changes with the figure. */
  also?: Partial<Record<keyof Table['$inferSelect'] & string, SQL>>;
  /** Locks what is held by whoever moves the figure, where that is not the row itself. */
  lock?: (key: string[]) => SQL;
};

/** A figure in a row that is moved as what it counts comes and goes. */
export function counted<Table extends PgTable, Figure extends keyof Table['$inferSelect'] & string>(
  parts: Counted<Table, Figure>,
): Check {
  const { name, table, keys, figure, should, also = {}, lock } = parts;
  const column = (table as unknown as Record<string, AnyPgColumn>)[figure];
  const key = sql.join(
    keys.map((each) => sql`${each}::text`),
    sql`, `,
  );
  return {
    name,
    async find({ db }) {
      // One statement, so that the figure and what it counts are those of one moment.
      const { rows } = await db.execute<Difference>(sql`
        SELECT ARRAY[${key}] AS key, ${column}::int AS "is", (${should})::int AS should FROM ${table}
        WHERE ${column} IS DISTINCT FROM (${should}) ORDER BY ${key}`);
      return rows;
    },
    async mend(tx, difference) {
      const isIt = and(...keys.map((each, index) => eq(each, difference.key[index])));
      await tx.execute(lock ? lock(difference.key) : sql`SELECT FROM ${table} WHERE ${isIt} FOR UPDATE`);
      await tx
        .update(table)
        .set({ [figure]: sql`(${should})`, ...also })
        .where(isIt);
    },
  };
}

/** Rows that should not be there, or not without others; `find` gives their ids. */
export const unexpected = (name: string, find: SQL): Check => ({
  name,
  async find({ db }) {
    const { rows } = await db.execute<Difference>(
      sql`SELECT ARRAY[id::text] AS key, "is"::text AS "is", should::text AS should FROM (${find}) AS found ORDER BY id`,
    );
    return rows;
  },
});
