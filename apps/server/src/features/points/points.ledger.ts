import { sql } from 'drizzle-orm';
import { type Contribution, contributionPublished, contributionsRemoved } from '../../platform/contributions.ts';
import { newId, newIdInDatabase } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { users } from '../members/users.tables.ts';
import { pointsLedger } from './points.tables.ts';

/** Keeps the ledger in step with what members contribute, in the transactions that store it. */
export const pointsSubscribers: Subscriber[] = [
  subscriber(contributionPublished, (work, { kind, id, authorId }) =>
    award(work, { memberId: authorId, kind: kind.name, occasion: id, points: kind.points }, id),
  ),
  subscriber(contributionsRemoved, (work, { contributions }) => reverse(work, contributions)),
];

const bookAward = named<Score>(
  'book_award',
  sql`WITH awarded AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, occasion, subject_id, points)
      VALUES (${sql.placeholder('id')}, ${sql.placeholder('memberId')}, ${sql.placeholder('kind')},
        ${sql.placeholder('occasion')}, ${sql.placeholder('subjectId')}, ${sql.placeholder('points')})
      ON CONFLICT DO NOTHING
      RETURNING member_id, points
    )
    UPDATE ${users} SET mindfulness_score = mindfulness_score + awarded.points, score_revision = score_revision + 1
    FROM awarded WHERE users.id = awarded.member_id
    RETURNING users.id AS "memberId", mindfulness_score AS "mindfulnessScore", score_revision AS "scoreRevision"`,
);

/** `occasion` tells awards of one kind apart: what they are for, with its day or minute where it may come again. */
type Award = { memberId: string; kind: string; occasion: string; points: number };

/** Awards points, once for each member, kind and occasion; those for a contribution go with it. */
export async function award(work: UnitOfWork, given: Award, contributionId: string | null = null): Promise<void> {
  if (given.points === 0) return;
  const booked = await bookAward(work.tx, { ...given, id: newId(), subjectId: contributionId });
  for (const score of booked) tellScore(work, score);
}

type Score = { memberId: string; mindfulnessScore: number; scoreRevision: number };

/**
 * Takes back what was awarded for these contributions, with rows that say so: one statement, however many they are. Members
 * are locked in the order of their ids, so that two transactions never wait for each other.
 */
async function reverse(work: UnitOfWork, contributions: Contribution[]): Promise<void> {
  const ids = sql.param(contributions.map(({ id }) => id));
  const kinds = sql.param([...new Set(contributions.map(({ kind }) => kind.name))]);
  const { rows } = await work.tx.execute<Score>(sql`
    WITH reversed AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, occasion, subject_id, points)
      SELECT ${newIdInDatabase}, member_id, kind || '_deleted', coalesce(occasion, subject_id::text), subject_id, -points
      FROM ${pointsLedger} WHERE kind = ANY(${kinds}::text[]) AND subject_id = ANY(${ids}::uuid[])
      RETURNING member_id, points
    ), moves AS (
      SELECT member_id, sum(points) AS points FROM reversed GROUP BY member_id
    ), locked AS (
      SELECT id, points FROM ${users} JOIN moves ON member_id = id ORDER BY id FOR NO KEY UPDATE OF users
    )
    UPDATE ${users} SET mindfulness_score = mindfulness_score + locked.points, score_revision = score_revision + 1
    FROM locked WHERE users.id = locked.id
    RETURNING users.id AS "memberId", mindfulness_score AS "mindfulnessScore", score_revision AS "scoreRevision"`);
  for (const score of rows) tellScore(work, score);
}

function tellScore(work: UnitOfWork, { memberId, ...score }: Score): void {
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'points.changed', ...score } });
}

/** So many rows go in one statement: none of them is held for long. */
const maxFilledAtOnce = 5_000;

/** Gives an occasion to awards that the version before booked: the contribution that they are for. Returns how many. */
export async function fillOccasions(db: Database): Promise<number> {
  let count = 0;
  let filled: number;
  do {
    const { rowCount } = await db.execute(sql`
      UPDATE ${pointsLedger} SET occasion = subject_id::text
      WHERE id IN (SELECT id FROM ${pointsLedger} WHERE occasion IS NULL LIMIT ${maxFilledAtOnce})`);
    filled = rowCount ?? 0;
    count += filled;
  } while (filled === maxFilledAtOnce);
  return count;
}
