import { healthFigureNames, healthPeriods } from '@commons/contract/admin';
import type { HealthDay, HealthFigureName } from '@commons/contract/admin/schemas';
import { asc, eq, gte, min } from 'drizzle-orm';
import type { HealthFigure, Day } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, inTransaction, onlyRow } from '../../platform/database/database.ts';
import { dailyFigures } from './health.tables.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const longestPeriod = Math.max(...healthPeriods);

/** Number of latest days that each run recomputes, because an old post may still get its first comment. */
const recomputedDays = 7;

const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10);
const startOfDay = (at: number): number => Math.floor(at / dayMilliseconds) * dayMilliseconds;

/** Returns the start times of the last days, including today, oldest first. */
const lastDays = (count: number, now = databaseNow().getTime()): number[] =>
  Array.from({ length: count }, (_, index) => startOfDay(now) - (count - 1 - index) * dayMilliseconds);

/**
 * Computes and stores the figures of the latest days, and of days of the last year that have none yet. Readers use the
 * stored figures instead of queries over all content. Returns the number of computed days.
 */
export async function countDays(
  db: Database,
  figures: readonly HealthFigure[],
  now = databaseNow().getTime(),
): Promise<number> {
  const { firstMember } = onlyRow(await db.select({ firstMember: min(users.createdAt) }).from(users));
  if (!firstMember) return 0;
  const computedRows = await db
    .selectDistinct({ day: dailyFigures.day })
    .from(dailyFigures)
    .where(gte(dailyFigures.day, dayName(now - longestPeriod * dayMilliseconds)));
  const computedDays = new Set(computedRows.map(({ day }) => day));
  // Starts from the latest computed day, which may have been incomplete, even if the job did not run for a month.
  const latest = [...computedDays].toSorted().at(-1) ?? dayName(now);
  const recomputeFrom = Date.parse(latest) - (recomputedDays - 1) * dayMilliseconds;
  const isDue = (from: number) =>
    from >= startOfDay(firstMember.getTime()) && (from >= recomputeFrom || !computedDays.has(dayName(from)));
  const days = lastDays(longestPeriod, now).filter(isDue);
  for (const from of days) await countDay(db, figures, { from: new Date(from), to: new Date(from + dayMilliseconds) });
  return days.length;
}

/** Computes the figures one after another, to leave database connections for members' requests. */
async function countDay(db: Database, figures: readonly HealthFigure[], day: Day): Promise<void> {
  const name = dayName(day.from.getTime());
  const rows: (typeof dailyFigures.$inferInsert)[] = [];
  for (const figure of figures) {
    const value = await figure.count(db, day);
    if (value !== null) rows.push({ day: name, name: figure.name, value });
  }
  await inTransaction(db, async (tx) => {
    // Also deletes figures that no longer have a value, for example after the only comment of a day was deleted.
    await tx.delete(dailyFigures).where(eq(dailyFigures.day, name));
    if (rows.length > 0) await tx.insert(dailyFigures).values(rows);
  });
}

/** Returns the figures of the last days, oldest first. */
export async function getHealth(db: Database, days: number): Promise<HealthDay[]> {
  const dayNames = lastDays(days).map(dayName);
  const rows = await db
    .select()
    .from(dailyFigures)
    .where(gte(dailyFigures.day, dayNames[0] ?? ''))
    .orderBy(asc(dailyFigures.day));
  const values = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  return dayNames.map((day) => ({
    day,
    figures: Object.fromEntries(
      healthFigureNames.map((name) => [name, values.get(`${day} ${name}`) ?? null]),
    ) as Record<HealthFigureName, number | null>,
  }));
}
