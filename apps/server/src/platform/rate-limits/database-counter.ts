import DataLoader from 'dataloader';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { named } from '../database/statements.ts';
import { rateLimits } from './rate-limits.tables.ts';
import type { Limit } from './rate-limits.ts';

type Call = { limit: Limit; key: string };

/** In the order of the keys, so that processes that count the same members wait for each other in turn. */
const countCalls = named<{ key: string; points: number; expire: string }>(
  'count_calls',
  sql`INSERT INTO ${rateLimits} AS counter (key, points, expire)
    SELECT key, points, expire
    FROM unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('points')}::int[], ${sql.placeholder('ends')}::bigint[])
      AS counted (key, points, expire)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN counter.expire <= ${sql.placeholder('now')}::bigint THEN excluded.points ELSE counter.points + excluded.points END,
      expire = CASE WHEN counter.expire <= ${sql.placeholder('now')}::bigint THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, expire`,
  { isQuick: true },
);

/**
 * Counts calls in the database, those of one turn of the event loop in one statement. Whoever has used up a limit is
 * refused from memory: a flood of refused calls writes nothing. The function returned tells, of a call that is one too
 * many, in how many milliseconds the limit begins anew.
 */
export function createDatabaseCounter(db: Database): (limit: Limit, key: string) => Promise<number | undefined> {
  /** When the window of a used-up counter ends. */
  const usedUp = new Map<string, number>();
  const counted = new DataLoader<Call, number>((calls) => countAll(db, calls, usedUp), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  return async (limit, key) => {
    const name = nameOf({ limit, key });
    const until = usedUp.get(name);
    if (until !== undefined && until > Date.now()) return until - Date.now();
    usedUp.delete(name);
    const turn = await counted.load({ limit, key });
    return turn > limit.calls ? Math.max(0, (usedUp.get(name) ?? 0) - Date.now()) : undefined;
  };
}

const nameOf = ({ limit, key }: Call) => `${limit.name}:${key}`;

/** The how-manieth of its window each call is. */
async function countAll(db: Database, calls: readonly Call[], usedUp: Map<string, number>): Promise<number[]> {
  const now = Date.now();
  const byName = Map.groupBy(calls, nameOf);
  const counters = await countCalls(db, {
    keys: [...byName.keys()],
    points: [...byName.values()].map((same) => same.length),
    ends: [...byName.values()].map(([call]) => now + (call?.limit.perSeconds ?? 0) * 1000),
    now,
  });
  const turns = new Map<string, number>();
  for (const { key, points, expire } of counters) {
    const same = byName.get(key) ?? [];
    turns.set(key, points - same.length);
    if (points >= (same[0]?.limit.calls ?? 0)) usedUp.set(key, Number(expire));
  }
  for (const [name, until] of usedUp) if (until <= now) usedUp.delete(name);
  return calls.map((call) => {
    const turn = (turns.get(nameOf(call)) ?? 0) + 1;
    turns.set(nameOf(call), turn);
    return turn;
  });
}
