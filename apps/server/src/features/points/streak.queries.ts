import { pointsLimits, type Streak } from '@commons/contract/points';
import { sql } from 'drizzle-orm';
import { type Database, databaseErrorCode, onlyRow } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import { platformError } from '../../platform/errors.ts';
import { pointsLedger } from './points.tables.ts';

const zone = sql`${sql.placeholder('timeZone')}::text`;
const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} AT TIME ZONE ${zone})::date`;

/** Awards of the member; what was taken back still was a day on which they did something. */
const isAward = sql`member_id = ${sql.placeholder('memberId')} AND points >= 0 AND seconds >= 0`;

/**
 * Goes back from day to day that has an award, by one probe of the index for each, however many rows a day has: to the
 * beginning of the month, and on as long as the run lasts. Where clocks go back at midnight a day has two beginnings;
 * the date is compared as well, so that each step comes to an earlier day.
 */
const readStreak = named<Streak>(
  'points_streak',
  sql`WITH RECURSIVE today AS (
      SELECT ${dayOf(sql`now()`)} AS day, date_trunc('month', now() AT TIME ZONE ${zone})::date AS month
    ), days AS (
      (SELECT latest.day, (latest.day >= today.day - 1)::integer AS run
      FROM today CROSS JOIN LATERAL (
        SELECT ${dayOf(sql`created_at`)} AS day FROM ${pointsLedger} WHERE ${isAward} ORDER BY created_at DESC LIMIT 1
      ) AS latest)
      UNION ALL
      SELECT earlier.day, CASE WHEN days.run > 0 AND earlier.day = days.day - 1 THEN days.run + 1 ELSE 0 END
      FROM days CROSS JOIN today CROSS JOIN LATERAL (
        SELECT ${dayOf(sql`created_at`)} AS day FROM ${pointsLedger}
        WHERE ${isAward} AND created_at < (days.day::timestamp AT TIME ZONE ${zone})
          AND ${dayOf(sql`created_at`)} < days.day
        ORDER BY created_at DESC LIMIT 1
      ) AS earlier
      WHERE earlier.day >= today.month
        OR (days.run BETWEEN 1 AND ${sql.raw(String(pointsLimits.daysInRun - 1))} AND earlier.day = days.day - 1)
    )
    SELECT (count(*) FILTER (WHERE days.day >= today.month))::integer AS "daysThisMonth",
      coalesce(max(days.run), 0) AS "currentRun"
    FROM today LEFT JOIN days ON true GROUP BY today.month`,
);

/** SQLSTATE of a time zone that PostgreSQL does not know. */
const invalidParameter = '22023';

/** @throws AppError 400 for a time zone that the browser knows and the database does not. */
export async function getStreak(db: Database, memberId: string, timeZone: string): Promise<Streak> {
  try {
    return onlyRow(await readStreak(db, { memberId, timeZone }));
  } catch (error) {
    if (databaseErrorCode(error) !== invalidParameter) throw error;
    throw platformError('request.invalid', {
      errors: [{ path: 'timeZone', message: 'is not the name of a time zone' }],
      cause: error,
    });
  }
}
