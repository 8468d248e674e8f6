import type { SearchType } from '@commons/contract/search/schemas';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/database/columns.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { searchChanges } from './search.tables.ts';

/** A type of search result, declared in a feature's manifest: indexed text, visibility and displayed columns. */
export type SearchSource = {
  type: SearchType;
  source: PgTable & { id: AnyColumn };
  /** Selects the rows of the source that have a document. */
  isIndexed: SQL<boolean>;
  /** The indexed text of a row: a name or title, and the rest. */
  title: SQL<string | null>;
  rest: SQL<string | null>;
  /** Whether the viewer may see a row; with the placeholders of `visibilityParameters`. */
  isShown: SQL<boolean>;
  /** Of equally good results, the one with the highest value comes first. */
  recency: SQL<number>;
  shown: {
    title: SQL<string | null>;
    text: SQL<string | null>;
    imageUrl?: SQL<string | null>;
    contentWarning?: SQL<string | null>;
    authorId?: SQL<string | null>;
    at?: SQL<string | null>;
  };
};

/** The job that indexes changed rows. It also indexes rows that have not been queued. */
export const indexJob = 'search-index';

const insertChanges = namedStatement(
  'insert_search_changes',
  sql`INSERT INTO ${searchChanges} (place, type, id)
    SELECT place, ${sql.placeholder('type')}, id FROM unnest(${sql.placeholder('places')}::uuid[], ${sql.placeholder('ids')}::uuid[]) AS changed (place, id)`,
  { values: { type: 'text', places: 'uuid[]', ids: 'uuid[]' } },
);

/** Queues rows for indexing after the commit. Call it when rows are inserted or deleted, or when their words change. */
export async function enqueueReindex(work: UnitOfWork, type: SearchType, ids: readonly string[]): Promise<void> {
  work.runSoon(indexJob);
  await insertChanges(work.tx, { type, ids, places: ids.map(newId) });
}
