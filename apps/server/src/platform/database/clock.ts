import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A moment on the database's clock, and on the one of this process that nobody sets. */
let known = { database: Date.now(), monotonic: performance.now() };

/**
 * Returns the time on the database's clock. Use it for every time that is stored, or compared with a stored one: the clocks
 * of two servers may be hours apart. Ids would then list posts in the wrong order, and links would end too early.
 */
export const databaseNow = (): Date => new Date(known.database + performance.now() - known.monotonic);

const samples = 5;

/**
 * Asks the database for its time. Of several answers the quickest counts: its round trip bounds the error (Cristian's
 * algorithm).
 */
export async function readDatabaseClock(db: Pick<Database, 'execute'>): Promise<void> {
  let shortest = Infinity;
  let best = known;
  for (let sample = 0; sample < samples; sample += 1) {
    const asked = performance.now();
    const { rows } = await db.execute<{ now: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now`);
    const answered = performance.now();
    if (answered - asked >= shortest) continue;
    shortest = answered - asked;
    best = { database: Number(rows[0]?.now), monotonic: (asked + answered) / 2 };
  }
  known = best;
}

/** How often the clocks are compared: a machine that slept, or a database on another one, has moved on by then. */
const comparedMilliseconds = 10_000;

/** Keeps `databaseNow` right until the function that it returns is called. */
export async function followDatabaseClock(db: Pick<Database, 'execute'>): Promise<() => void> {
  await readDatabaseClock(db);
  // A database that is away is asked again the next time: until then this process counts on by itself.
  const timer = setInterval(() => void readDatabaseClock(db).catch(() => undefined), comparedMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
