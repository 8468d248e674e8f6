import { type HealthDay, type HealthFigureName, healthFigureNames, healthSpans } from '@commons/contract/admin';
import { and, asc, eq, gte, min, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import type { DailyFigure, Day } from '../../platform/feature.ts';
import { users } from '../members/users.tables.ts';
import { dailyFigures } from './health.tables.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const longestSpan = Math.max(...healthSpans);

/** So many days are counted again each time: an answer may come late. */
const openDays = 7;

const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10);
const startOfDay = (at: number): number => Math.floor(at / dayMilliseconds) * dayMilliseconds;

/** The beginnings of the last days, the oldest first, today's the last. */
const lastDays = (count: number, now = databaseNow().getTime()): number[] =>
  Array.from({ length: count }, (_, index) => startOfDay(now) - (count - 1 - index) * dayMilliseconds);

/**
 * Counts the latest days, and those of the last year that were never counted: a table of a few rows a day answers what
 * would otherwise be counted over everything that was ever written. Returns how many days.
 */
export async function countDays(
  db: Database,
  figures: readonly DailyFigure[],
  now = databaseNow().getTime(),
): Promise<number> {
  const { firstMember } = onlyRow(await db.select({ firstMember: min(users.createdAt) }).from(users));
  if (!firstMember) return 0;
  const counted = await db
    .selectDistinct({ day: dailyFigures.day })
    .from(dailyFigures)
    .where(gte(dailyFigures.day, dayName(now - longestSpan * dayMilliseconds)));
  const known = new Set(counted.map(({ day }) => day));
  // A day that was counted before it was over is among the last ones that were, also when nobody counted for a month.
  const latest = [...known].toSorted().at(-1) ?? dayName(now);
  const openFrom = Date.parse(latest) - (openDays - 1) * dayMilliseconds;
  const isWanted = (from: number) =>
    from >= startOfDay(firstMember.getTime()) && (from >= openFrom || !known.has(dayName(from)));
  const wanted = lastDays(longestSpan, now).filter(isWanted);
  for (const from of wanted)
    await countDay(db, figures, { from: new Date(from), to: new Date(from + dayMilliseconds) });
  return wanted.length;
}

/** One figure after the other: nobody waits for them, and members need the connections. */
async function countDay(db: Database, figures: readonly DailyFigure[], day: Day): Promise<void> {
  const rows: (typeof dailyFigures.$inferInsert)[] = [];
  const gone: Pick<(typeof rows)[number], 'day' | 'name'>[] = [];
  for (const { name, count } of figures) {
    const value = await count(db, day);
    const counted = { day: dayName(day.from.getTime()), name };
    if (value === null) gone.push(counted);
    else rows.push({ ...counted, value });
  }
  // The only answer of a day may be deleted: what was counted of it does not stay.
  for (const { day: on, name } of gone)
    await db.delete(dailyFigures).where(and(eq(dailyFigures.day, on), eq(dailyFigures.name, name)));
  if (rows.length > 0)
    await db
      .insert(dailyFigures)
      .values(rows)
      .onConflictDoUpdate({
        target: [dailyFigures.name, dailyFigures.day],
        set: { value: sql`excluded.value` },
      });
}

/** What was counted of the last days. */
export async function getHealth(db: Database, days: number): Promise<HealthDay[]> {
  const wanted = lastDays(days).map(dayName);
  const rows = await db
    .select()
    .from(dailyFigures)
    .where(gte(dailyFigures.day, wanted[0] ?? ''))
    .orderBy(asc(dailyFigures.day));
  const values = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  return wanted.map((day) => ({
    day,
    figures: Object.fromEntries(
      healthFigureNames.map((name) => [name, values.get(`${day} ${name}`) ?? null]),
    ) as Record<HealthFigureName, number | null>,
  }));
}
