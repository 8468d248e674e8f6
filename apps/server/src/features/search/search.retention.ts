import { sql } from 'drizzle-orm';
import { type Database, inTransaction, onlyRow } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { Searched } from '../../platform/search/searched.ts';
import { sourcesOf } from './search.upkeep.ts';

const wordsAtOnce = 500;
/** What so many rows had is a word of the language, and nobody's own. Looking for it costs the most. */
const commonUses = 1_000;

type Looked = { words: number; forgotten: number; until: string | null };

/**
 * Looks at the next words in their order, and forgets those that no row has any more: of members who left, of what was
 * changed, deleted or taken down for good. A word stays as long as another form of it is there.
 */
const forgetWords = (all: readonly Searched[]) => {
  const isIn = sourcesOf(all).map(
    ({ index }) => sql`EXISTS (SELECT FROM ${index} AS kept WHERE kept.words @@ looked.query OFFSET 0)`,
  );
  return named<Looked>(
    'forget_searched_words',
    sql`WITH looked AS MATERIALIZED (
        SELECT word, uses, (quote_literal(word) || coalesce(' | ' || quote_literal((ts_lexize('english_stem', word))[1]), ''))::tsquery AS query
        FROM search_words WHERE word > ${sql.placeholder('after')}::text COLLATE "C" ORDER BY word LIMIT ${sql.raw(String(wordsAtOnce))}),
      nobodys AS MATERIALIZED (
        SELECT word FROM looked WHERE uses < ${sql.raw(String(commonUses))} AND NOT (${sql.join(isIn, sql` OR `)})),
      forgotten AS (
        DELETE FROM search_words WHERE word IN (
          SELECT word FROM search_words JOIN nobodys USING (word) ORDER BY word FOR UPDATE OF search_words SKIP LOCKED)
        RETURNING word)
      SELECT count(*)::int AS words, (SELECT count(*)::int FROM forgotten) AS forgotten, max(word) AS until FROM looked`,
  );
};

/** Goes through the whole dictionary, a little at a time. Answers how many words are gone. */
export function createRetention(all: readonly Searched[]): (db: Database) => Promise<number> {
  const step = forgetWords(all);
  return async (db) => {
    let sum = 0;
    for (let after: string | null = ''; after !== null;) {
      const { words, forgotten, until }: Looked = await inTransaction(db, async (tx) => {
        // For the first row of those that match, of which it expects many, the planner would go through all that do not.
        await tx.execute(sql`SET LOCAL enable_seqscan = off`);
        return onlyRow(await step(tx, { after }));
      });
      sum += forgotten;
      after = words < wordsAtOnce ? null : until;
    }
    return sum;
  };
}
