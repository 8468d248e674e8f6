import { randomUUIDv7 } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { newIdInDatabase } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { commentCreated, commentDeleting, postCreated, postDeleting } from '../feed/index.ts';
import { postComments } from '../feed/posts.tables.ts';
import { users } from '../members/users.tables.ts';
import { pointsLedger } from './points.tables.ts';

/** What a member earns for sharing a post or a reply. */
const sharingPoints = 1;

type AwardKind = 'post' | 'comment';

/** Keeps the ledger in step with the feed, in the feed's own transactions. */
export const pointsSubscribers: Subscriber[] = [
  subscriber(postCreated, (work, { postId, authorId }) => award(work, 'post', postId, authorId)),
  subscriber(commentCreated, (work, { commentId, authorId }) => award(work, 'comment', commentId, authorId)),
  subscriber(commentDeleting, (work, { commentId }) => reverse(work, sql`SELECT ${commentId}::uuid`)),
  subscriber(postDeleting, (work, { postId }) =>
    reverse(
      work,
      sql`SELECT ${postId}::uuid UNION ALL SELECT ${postComments.id} FROM ${postComments} WHERE ${postComments.postId} = ${postId}`,
    ),
  ),
];

const bookAward = named<Omit<Score, 'memberId'>>(
  'book_award',
  sql`WITH awarded AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, subject_id, points)
      VALUES (${sql.placeholder('id')}, ${sql.placeholder('memberId')}, ${sql.placeholder('kind')},
        ${sql.placeholder('subjectId')}, ${sql.placeholder('points')})
      RETURNING member_id, points
    )
    UPDATE ${users} SET mindfulness_score = mindfulness_score + awarded.points, score_revision = score_revision + 1
    FROM awarded WHERE users.id = awarded.member_id
    RETURNING mindfulness_score AS "mindfulnessScore", score_revision AS "scoreRevision"`,
);

async function award(work: UnitOfWork, kind: AwardKind, subjectId: string, memberId: string): Promise<void> {
  const award = { id: randomUUIDv7(), memberId, kind, subjectId, points: sharingPoints };
  tellScore(work, { memberId, ...onlyRow(await bookAward(work.tx, award)) });
}

type Score = { memberId: string; mindfulnessScore: number; scoreRevision: number };

/**
 * Takes back what was awarded for these subjects, with rows that say so: one statement, however many they are. Members
 * are locked in the order of their ids, so that two transactions never wait for each other.
 */
async function reverse(work: UnitOfWork, subjectIds: SQL): Promise<void> {
  const { rows } = await work.tx.execute<Score>(sql`
    WITH reversed AS (
      INSERT INTO ${pointsLedger} (id, member_id, kind, subject_id, points)
      SELECT ${newIdInDatabase}, member_id, kind || '_deleted', subject_id, -points
      FROM ${pointsLedger} WHERE kind IN ('post', 'comment') AND subject_id IN (${subjectIds})
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
