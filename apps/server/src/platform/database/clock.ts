import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The same point in time on the database clock and on the monotonic clock of this process. */
let reference = { database: Date.now(), monotonic: performance.now() };

/**
 * Returns the time of the database clock. Use it for every time that is stored or compared with a stored time. The
 * clocks of two servers may differ by hours. Ids would then sort posts incorrectly, and links would expire too early.
 */
export const databaseNow = (): Date => new Date(reference.database + performance.now() - reference.monotonic);

const sampleCount = 5;

/**
 * Reads the database clock. Uses the sample with the shortest round trip, which bounds the error (Cristian's
 * algorithm).
 */
export async function readDatabaseClock(db: Pick<Database, 'execute'>): Promise<void> {
  let shortest = Infinity;
  let best = reference;
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const sentAt = performance.now();
    const { rows } = await db.execute<{ now: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now`);
    const receivedAt = performance.now();
    if (receivedAt - sentAt >= shortest) continue;
    shortest = receivedAt - sentAt;
    best = { database: Number(rows[0]?.now), monotonic: (sentAt + receivedAt) / 2 };
  }
  reference = best;
}

/** Interval between readings: a machine may sleep, and clocks drift. */
const readIntervalMilliseconds = 10_000;

/** Keeps `databaseNow` accurate until the returned function is called. */
export async function followDatabaseClock(db: Pick<Database, 'execute'>): Promise<() => void> {
  await readDatabaseClock(db);
  // If the database is unavailable, the process continues with its monotonic clock until the next reading.
  const timer = setInterval(() => void readDatabaseClock(db).catch(() => undefined), readIntervalMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
