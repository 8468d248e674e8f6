import DataLoader from 'dataloader';
import { sql } from 'drizzle-orm';
import { type Database, onlyRow, type Transaction } from '../database/database.ts';
import { namedStatement } from '../database/named-statements.ts';
import { type CountResult, type Counter, counterName, type Limit } from './counter.ts';
import { rateLimits } from './rate-limits.tables.ts';

type Call = { limit: Limit; name: string };

// Windows use the database clock, because the clocks of servers may differ.
const now = sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;
const isWindowOver = sql`counter.expire <= ${now}`;

/** Sorted by key, so that concurrent processes lock rows in the same order. */
const countCalls = namedStatement(
  'count_calls',
  sql`INSERT INTO ${rateLimits} AS counter (key, points, expire)
    SELECT key, points, ${now} + milliseconds
    FROM unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('points')}::int[], ${sql.placeholder('milliseconds')}::bigint[])
      AS counted (key, points, milliseconds)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isWindowOver} THEN excluded.points ELSE counter.points + excluded.points END,
      expire = CASE WHEN ${isWindowOver} THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, expire, expire - ${now} AS remaining`,
  {
    values: { keys: 'text[]', points: 'integer[]', milliseconds: 'bigint[]' },
    columns: { key: 'character varying', points: 'integer', expire: 'bigint', remaining: 'bigint' },
  },
);

/** Removes calls from the window in which they were counted. A later window is not changed. */
const removeCalls = namedStatement(
  'take_back_calls',
  sql`UPDATE ${rateLimits} SET points = greatest(0, points - ${sql.placeholder('points')}::int)
    WHERE key = ${sql.placeholder('key')} AND expire = ${sql.placeholder('expire')}::bigint`,
  { values: { points: 'integer', key: 'text', expire: 'bigint' } },
);

/** Creates a counter in the database. Calls in one turn of the event loop share a statement. */
export function createDatabaseCounter(db: Database): Counter {
  const counts = new DataLoader<Call, CountResult>((calls) => countAll(db, calls), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  return (limit, key) => counts.load({ limit, name: counterName(limit, key) });
}

async function countAll(db: Database, calls: readonly Call[]): Promise<CountResult[]> {
  const byName = Map.groupBy(calls, ({ name }) => name);
  const rows = await countCalls(db, {
    keys: [...byName.keys()],
    points: [...byName.values()].map((callsOfKey) => callsOfKey.length),
    milliseconds: [...byName.values()].map(([call]) => (call?.limit.perSeconds ?? 0) * 1000),
  });
  const counts = new Map<Call, CountResult>();
  for (const { key, points, expire, remaining } of rows) {
    const callsOfKey = byName.get(key) ?? [];
    const max = callsOfKey[0]?.limit.calls ?? 0;
    const rejectedCount = Math.min(callsOfKey.length, Math.max(0, points - max));
    const refund = (count: number) => removeCalls(db, { key, expire, points: count });
    for (const [index, call] of callsOfKey.entries())
      counts.set(
        call,
        index < callsOfKey.length - rejectedCount
          ? { refund: async () => void (await refund(1)) }
          : { waitMilliseconds: Math.max(0, Number(remaining)) },
      );
    if (rejectedCount > 0) await refund(rejectedCount);
  }
  return calls.map((call) => counts.get(call) ?? { waitMilliseconds: 0 });
}

/**
 * Counts a call within a transaction. Other calls with the same key wait until the transaction ends. Returns false if
 * the call is over the limit. The caller then rolls back, which undoes the count.
 */
export async function countInTransaction(tx: Transaction, limit: Limit, key: string): Promise<boolean> {
  const milliseconds = [limit.perSeconds * 1000];
  const rows = await countCalls(tx, { keys: [counterName(limit, key)], points: [1], milliseconds });
  return onlyRow(rows).points <= limit.calls;
}
