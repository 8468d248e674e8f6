import { pointsLimits } from '@commons/contract/points';
import type { PointsEntry, Streak } from '@commons/contract/points/schemas';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Database, databaseErrorCode, onlyRow } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { isoText, preparePages } from '../../platform/database/statements.ts';
import { platformError } from '../../platform/errors.ts';
import { restoredSuffix, pointsLedger, reversedSuffix } from './points.tables.ts';

type HistoryKey = { createdAt: Date; id: string };

/** Sorts after every row, so it starts the first page. */
const afterEveryRow: HistoryKey = {
  createdAt: new Date('9999-12-31T23:59:59.999Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const historyPage = preparePages('points_history_page', (db, { limit, name }) =>
  db
    .select({
      id: pointsLedger.id,
      kind: pointsLedger.kind,
      points: pointsLedger.points,
      seconds: pointsLedger.seconds,
      createdAt: isoText(pointsLedger.createdAt),
    })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.memberId, sql.placeholder('memberId')),
        sql`(${pointsLedger.createdAt}, ${pointsLedger.id}) < (${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(desc(pointsLedger.createdAt), desc(pointsLedger.id))
    .limit(limit)
    .prepare(name),
);

export const historyKeyOf = ({ createdAt, id }: PointsEntry): HistoryKey => ({ createdAt: new Date(createdAt), id });

/** Lists a member's ledger, latest first, starting after the key `before`. */
export async function listHistory(
  db: Database,
  memberId: string,
  { before = afterEveryRow, rowCount }: { before: HistoryKey | undefined; rowCount: number },
): Promise<PointsEntry[]> {
  const rows = await historyPage(db, rowCount, { memberId, ...before });
  return rows.map(({ kind, ...row }) => {
    const isTakenBack = kind.endsWith(reversedSuffix);
    const awardKind = isTakenBack ? kind.slice(0, -reversedSuffix.length) : kind;
    return { ...row, kind: awardKind.replaceAll(restoredSuffix, ''), isTakenBack };
  });
}

const zone = sql`${sql.placeholder('timeZone')}::text`;
const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} AT TIME ZONE ${zone})::date`;

/** Matches the member's awards. Reversed awards still count as activity for the streak. */
const isAward = sql`member_id = ${sql.placeholder('memberId')} AND points >= 0 AND seconds >= 0`;

/**
 * Walks back through the days with an award, with one index probe per day, to the start of the month and further while
 * the run lasts. When daylight saving time ends at midnight, a day has two starts. The date is compared too, so that
 * each step reaches an earlier day.
 */
const readStreak = namedStatement(
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
        OR (days.run BETWEEN 1 AND ${sql.raw(String(pointsLimits.maxStreakDays - 1))} AND earlier.day = days.day - 1)
    )
    SELECT (count(*) FILTER (WHERE days.day >= today.month))::integer AS "daysThisMonth",
      coalesce(max(days.run), 0) AS "currentRun"
    FROM today LEFT JOIN days ON true GROUP BY today.month`,
  {
    values: { timeZone: 'text', memberId: 'uuid' },
    columns: columnsOf<Streak>({ daysThisMonth: 'integer', currentRun: 'integer' }),
  },
);

/** SQLSTATE of a time zone that PostgreSQL does not know. */
const invalidParameter = '22023';

/**
 * Returns a member's streak in their time zone. @throws AppError 400 for a time zone that the database does not know.
 */
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
