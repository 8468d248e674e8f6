import { sql } from 'drizzle-orm';
import type { Searched } from '../search/searched.ts';
import type { Check, Difference } from './checks.ts';

/** Whether what is searched of a row is what its trigger would write. */
export const wordsOf = ({ type, source, index, title, rest }: Searched): Check => {
  const words = sql`searched_words(${title}, ${rest})`;
  const rows = sql`FROM ${source} LEFT JOIN ${index} ON ${index.id} = ${source.id}`;
  return {
    name: `search: words of ${type}`,
    async find({ db }) {
      const { rows: found } = await db.execute<Difference>(sql`
        SELECT ARRAY[${source.id}::text] AS key, CASE WHEN ${index.id} IS NULL THEN 'none' ELSE 'others' END AS "is",
          'its words' AS should ${rows}
        WHERE ${index.words} IS DISTINCT FROM ${words} ORDER BY ${source.id}`);
      return found;
    },
    async mend(tx, { key: [id] }) {
      const isIt = sql`${source.id} = ${id}::uuid`;
      await tx.execute(sql`SELECT FROM ${source} WHERE ${isIt} FOR UPDATE`);
      await tx.execute(sql`
        INSERT INTO ${index} (id, words) SELECT ${source.id}, ${words} FROM ${source} WHERE ${isIt}
        ON CONFLICT (id) DO UPDATE SET words = excluded.words`);
    },
  };
};
