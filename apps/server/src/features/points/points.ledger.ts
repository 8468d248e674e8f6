import { randomUUIDv7 } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { newIdInDatabase } from '../../platform/database/columns.ts';
import { onlyRow, preparedOnce } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
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

const insertAward = preparedOnce((db) =>
  db
    .insert(pointsLedger)
    .values({
      id: sql.placeholder('id'),
      memberId: sql.placeholder('memberId'),
      kind: sql.placeholder('kind'),
      subjectId: sql.placeholder('subjectId'),
      points: sql.placeholder('points'),
    })
    .prepare('insert_award'),
);

const addToScore = preparedOnce((db) =>
  db
    .update(users)
    .set({
      mindfulnessScore: sql`${users.mindfulnessScore} + ${sql.placeholder('points')}`,
      scoreRevision: sql`${users.scoreRevision} + 1`,
    })
    .where(eq(users.id, sql.placeholder('memberId')))
    .returning({ mindfulnessScore: users.mindfulnessScore, scoreRevision: users.scoreRevision })
    .prepare('add_to_score'),
);

async function award(work: UnitOfWork, kind: AwardKind, subjectId: string, memberId: string): Promise<void> {
  await insertAward(work.tx).execute({ id: randomUUIDv7(), memberId, kind, subjectId, points: sharingPoints });
  const score = onlyRow(await addToScore(work.tx).execute({ memberId, points: sharingPoints }));
  tellScore(work, { memberId, ...score });
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
