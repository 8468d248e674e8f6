import { type SQL, sql } from 'drizzle-orm';
import {
  type Contribution,
  contributionPublished,
  contributionsRemoved,
  contributionsRestored,
} from '../../community/contributions/contribution-events.ts';
import { users } from '../../community/members/users.tables.ts';
import { newId, newIdInDatabase } from '../../platform/database/columns.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { applyLedgerChanges, monthOf, type Score, weekOf } from './points.counters.ts';
import { restoredSuffix, pointsLedger, reversedSuffix } from './points.tables.ts';

/** Books, reverses and restores the points of contributions, in the transactions that change them. */
export const pointsSubscribers: Subscriber[] = [
  subscriber(contributionPublished, 'Awards points to the author.', async (work, { kind, id, authorId }) => {
    await award(work, { memberId: authorId, kind: kind.name, occasion: id, points: kind.points });
  }),
  subscriber(contributionsRemoved, 'Takes the points back.', (work, { contributions }) => reverse(work, contributions)),
  subscriber(contributionsRestored, 'Awards the points again.', (work, { contributions }) =>
    restore(work, contributions),
  ),
];

const bookAward = namedStatement(
  'book_award',
  sql`WITH awarded AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, occasion, points, seconds)
      VALUES (${sql.placeholder('id')}, ${sql.placeholder('memberId')}, ${sql.placeholder('kind')},
        ${sql.placeholder('occasion')}, ${sql.placeholder('points')}, ${sql.placeholder('seconds')})
      ON CONFLICT DO NOTHING
      RETURNING member_id, points, seconds, created_at
    ), changes AS (
      SELECT member_id, points, seconds, created_at AS booked_at, points AS month_points, points AS week_points FROM awarded
    ), ${applyLedgerChanges}`,
  {
    values: {
      id: 'uuid',
      memberId: 'uuid',
      kind: 'text',
      occasion: 'text',
      points: 'integer',
      seconds: 'integer',
    },
    columns: columnsOf<Score>({ memberId: 'uuid', mindfulnessScore: 'integer', scoreRevision: 'integer' }),
  },
);

/**
 * An award. `occasion` makes awards of one kind unique: the contribution or subject, plus the day or minute if it can
 * recur. `seconds` are seconds of meditation.
 */
type Award = { memberId: string; kind: string; occasion: string; points: number; seconds?: number };

/**
 * Awards points, once per member, kind and occasion. Points for a contribution are reversed when it is removed. Returns
 * false if the award was already booked.
 */
export async function award(work: UnitOfWork, input: Award): Promise<boolean> {
  const { points, seconds = 0 } = input;
  if (points === 0 && seconds === 0) return false;
  const booked = await bookAward(work.tx, { ...input, seconds, id: newId() });
  for (const score of booked) publishScore(work, score);
  return booked.length > 0;
}

/** Selects the awards for these contributions. */
const awardsFor = (contributions: Contribution[]): SQL => {
  const memberIds = sql.param(contributions.map(({ authorId }) => authorId));
  const ids = sql.param(contributions.map(({ id }) => id));
  const kinds = sql.param([...new Set(contributions.map(({ kind }) => kind.name))]);
  return sql`unnest(${memberIds}::uuid[], ${ids}::text[]) AS contribution (member_id, occasion)
    JOIN ${pointsLedger} AS award USING (member_id, occasion)
    WHERE replace(kind, ${restoredSuffix}, '') = ANY(${kinds}::text[])`;
};
/** Whether an award was reversed. */
const isReversed = sql`EXISTS (
  SELECT FROM ${pointsLedger} AS reversal
  WHERE reversal.member_id = award.member_id AND reversal.occasion = award.occasion
    AND reversal.kind = award.kind || ${reversedSuffix})`;

/**
 * Reverses the awards for these contributions by adding ledger rows, in one statement. Locks members in the order of
 * their ids to avoid deadlocks. A month or week loses only awards made within it. The period is that of the latest
 * award, which can be later than the start of this transaction if it had to wait.
 */
async function reverse(work: UnitOfWork, contributions: Contribution[]): Promise<void> {
  const { rows } = await work.tx.execute<Score>(sql`
    WITH awards AS (
      SELECT *, greatest(now(), max(created_at) OVER (PARTITION BY member_id)) AS booked_at
      FROM ${awardsFor(contributions)} AND NOT ${isReversed}
    ), reversed AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, occasion, points, seconds)
      SELECT ${newIdInDatabase}, member_id, kind || ${reversedSuffix}, occasion, -points, -seconds FROM awards
    ), sums AS (
      SELECT member_id, booked_at, -sum(points) AS points, -sum(seconds) AS seconds,
        -coalesce(sum(points) FILTER (WHERE ${monthOf(sql`created_at`)} = ${monthOf(sql`booked_at`)}), 0) AS month_points,
        -coalesce(sum(points) FILTER (WHERE ${weekOf(sql`created_at`)} = ${weekOf(sql`booked_at`)}), 0) AS week_points
      FROM awards GROUP BY member_id, booked_at
    ), changes AS (
      SELECT sums.* FROM ${users} JOIN sums ON member_id = id ORDER BY id FOR NO KEY UPDATE OF users
    ), ${applyLedgerChanges}`);
  for (const score of rows) publishScore(work, score);
}

/** Restores the last reversed awards for these contributions by adding ledger rows. Leaves other awards unchanged. */
async function restore(work: UnitOfWork, contributions: Contribution[]): Promise<void> {
  const { rows } = await work.tx.execute<Score>(sql`
    WITH latest AS (
      SELECT DISTINCT ON (member_id, occasion) *, ${isReversed} AS was_reversed
      FROM ${awardsFor(contributions)} ORDER BY member_id, occasion, length(kind) DESC
    ), restored AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, occasion, points, seconds)
      SELECT ${newIdInDatabase}, member_id, kind || ${restoredSuffix}, occasion, points, seconds FROM latest WHERE was_reversed
      RETURNING member_id, points, seconds, created_at
    ), sums AS (
      SELECT member_id, max(created_at) AS booked_at, sum(points) AS points, sum(seconds) AS seconds,
        sum(points) AS month_points, sum(points) AS week_points
      FROM restored GROUP BY member_id
    ), changes AS (
      SELECT sums.* FROM ${users} JOIN sums ON member_id = id ORDER BY id FOR NO KEY UPDATE OF users
    ), ${applyLedgerChanges}`);
  for (const score of rows) publishScore(work, score);
}

function publishScore(work: UnitOfWork, { memberId, ...score }: Score): void {
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'points.changed', ...score } });
}
