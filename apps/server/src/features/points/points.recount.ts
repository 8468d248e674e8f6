import { asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Check } from '../../community/checks/checks.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { leaderboardStandings } from './leaderboard.tables.ts';
import { isListed, monthOf, weekOf } from './points.counters.ts';
import { pointsLedger, reversedSuffix } from './points.tables.ts';

const [month, week] = [monthOf(sql`now()`), weekOf(sql`now()`)];

/**
 * Computes the totals of members from the ledger: all points and seconds, and the unreversed awards of this month and
 * week.
 */
const recount = (members: SQL): SQL => sql`
  SELECT id AS member_id, ${isListed} AS is_listed, total.points AS score, total.seconds, total.seconds / 60 AS minutes,
    ${month} AS month, earned.month_score, ${week} AS week, earned.week_score, total.latest_at
  FROM ${users}
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(points), 0)::integer AS points, coalesce(sum(seconds), 0)::integer AS seconds,
      max(created_at) AS latest_at
    FROM ${pointsLedger} WHERE member_id = users.id
  ) AS total
  CROSS JOIN LATERAL (
    SELECT
      coalesce(sum(points) FILTER (WHERE ${monthOf(sql`created_at`)} = ${month}), 0)::integer AS month_score,
      coalesce(sum(points) FILTER (WHERE ${weekOf(sql`created_at`)} = ${week}), 0)::integer AS week_score
    FROM ${pointsLedger} AS award
    WHERE member_id = users.id AND created_at >= (least(${month}, ${week})::timestamp AT TIME ZONE 'UTC')
      AND points >= 0 AND seconds >= 0 AND NOT EXISTS (
        SELECT FROM ${pointsLedger} AS taken
        WHERE taken.member_id = award.member_id AND taken.occasion = award.occasion
          AND taken.kind = award.kind || ${reversedSuffix}
      )
  ) AS earned
  WHERE id IN (${members})`;

/** A total that differs from the ledger. */
export type LedgerMismatch = { memberId: string; figure: string; actual: number; expected: number };

/** Compares totals and ledger in one statement, so that both are from the same snapshot. */
async function compare(db: Database, members: SQL): Promise<LedgerMismatch[]> {
  const { rows } = await db.execute<LedgerMismatch>(sql`
    SELECT ledger.member_id AS "memberId", figure, actual_value AS actual, expected_value AS expected
    FROM (${recount(members)}) AS ledger
    JOIN ${users} ON users.id = ledger.member_id
    LEFT JOIN ${leaderboardStandings} AS standing ON standing.member_id = ledger.member_id
    CROSS JOIN LATERAL (VALUES
      ('points', mindfulness_score, ledger.score),
      ('seconds', meditation_seconds, ledger.seconds),
      ('minutes', meditation_minutes, ledger.minutes),
      ('standing', coalesce(standing.score, 0), ledger.score),
      ('standing of the month', CASE WHEN standing.month = ledger.month THEN standing.month_score ELSE 0 END,
        ledger.month_score),
      ('standing of the week', CASE WHEN standing.week = ledger.week THEN standing.week_score ELSE 0 END,
        ledger.week_score),
      ('place on the leaderboard', coalesce(standing.is_listed, ledger.is_listed)::integer, ledger.is_listed::integer)
    ) AS compared (figure, actual_value, expected_value)
    WHERE actual_value IS DISTINCT FROM expected_value
    ORDER BY ledger.member_id`);
  return rows;
}

const memberList = (ids: string[]): SQL => sql`SELECT unnest(${sql.param(ids)}::uuid[])`;

const batchSize = 5_000;

/** Recounts the totals of all members in batches. Returns all differences from the ledger. */
export async function findLedgerMismatches(db: Database): Promise<LedgerMismatch[]> {
  const mismatches: LedgerMismatch[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = await db
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(batchSize);
    const last = batch.at(-1);
    if (!last) return mismatches;
    mismatches.push(...(await compare(db, memberList(batch.map(({ id }) => id)))));
    after = last.id;
  }
}

/** Rewrites standings from the ledger. The caller must lock the members' rows or be the only writer. */
export async function writeStandings(db: Queryable, memberIds: string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${leaderboardStandings} AS standing
      (member_id, is_listed, score, month, month_score, week, week_score, reached_at)
    SELECT member_id, is_listed, score, month, month_score, week, week_score, latest_at
    FROM (${recount(memberList(memberIds))}) AS ledger WHERE latest_at IS NOT NULL
    ON CONFLICT (member_id) DO UPDATE SET is_listed = excluded.is_listed, score = excluded.score, month = excluded.month,
      month_score = excluded.month_score, week = excluded.week, week_score = excluded.week_score`);
}

/** Checks points, minutes and standings of members against the ledger. */
export const pointsCheck: Check = {
  name: 'member: points, minutes and standings',
  async find({ db }) {
    const mismatches = await findLedgerMismatches(db);
    return mismatches.map(({ memberId, figure, actual, expected }) => ({ key: [memberId, figure], actual, expected }));
  },
  async repair(tx, { key: [memberId = ''] }) {
    const sumOfLedger = (figure: SQL) => sql`(SELECT ${figure} FROM ${pointsLedger} WHERE member_id = ${memberId})`;
    const seconds = sql`coalesce(sum(seconds), 0)::int`;
    // All writers of scores lock the member first, so the recount after the lock is final.
    await tx.execute(sql`SELECT FROM ${users} WHERE ${eq(users.id, memberId)} FOR NO KEY UPDATE`);
    await tx
      .update(users)
      .set({
        mindfulnessScore: sumOfLedger(sql`coalesce(sum(points), 0)::int`),
        meditationSeconds: sumOfLedger(seconds),
        meditationMinutes: sumOfLedger(sql`${seconds} / 60`),
      })
      .where(eq(users.id, memberId));
    await writeStandings(tx, [memberId]);
  },
};
