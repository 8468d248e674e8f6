import { randomUUIDv7 } from 'node:crypto';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { onlyRow, preparedOnce } from '../../platform/database/database.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { commentCreated, commentDeleting, postCreated, postDeleting } from '../feed/index.ts';
import { postComments } from '../feed/posts.tables.ts';
import { users } from '../members/users.tables.ts';
import { pointsLedger } from './points.tables.ts';

/** What a member earns for sharing a post or a reply. */
const sharingPoints = 1;

const reversalOf = { post: 'post_deleted', comment: 'comment_deleted' } as const;

/** Keeps the ledger in step with the feed, in the feed's own transactions. */
export function keepPoints(domainEvents: DomainEvents): void {
  domainEvents.on(postCreated, (work, { postId, authorId }) => award(work, 'post', postId, authorId));
  domainEvents.on(commentCreated, (work, { commentId, authorId }) => award(work, 'comment', commentId, authorId));
  domainEvents.on(commentDeleting, (work, { commentId }) => reverse(work, [commentId]));
  domainEvents.on(postDeleting, async (work, { postId }) => {
    const comments = await work.tx
      .select({ id: postComments.id })
      .from(postComments)
      .where(eq(postComments.postId, postId));
    await reverse(work, [postId, ...comments.map(({ id }) => id)]);
  });
}

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

async function award(
  work: UnitOfWork,
  kind: keyof typeof reversalOf,
  subjectId: string,
  memberId: string,
): Promise<void> {
  await insertAward(work.tx).execute({ id: randomUUIDv7(), memberId, kind, subjectId, points: sharingPoints });
  await moveScores(work, new Map([[memberId, sharingPoints]]));
}

/** Takes back what was awarded for these subjects, with a row that says so. */
async function reverse(work: UnitOfWork, subjectIds: string[]): Promise<void> {
  const awards = await work.tx
    .select()
    .from(pointsLedger)
    .where(
      and(
        inArray(pointsLedger.subjectId, subjectIds),
        or(eq(pointsLedger.kind, 'post'), eq(pointsLedger.kind, 'comment')),
      ),
    );
  if (awards.length === 0) return;
  await work.tx.insert(pointsLedger).values(
    awards.map(({ memberId, kind, subjectId, points }) => ({
      id: randomUUIDv7(),
      memberId,
      kind: reversalOf[kind as keyof typeof reversalOf],
      subjectId,
      points: -points,
    })),
  );
  const moves = new Map<string, number>();
  for (const { memberId, points } of awards) moves.set(memberId, (moves.get(memberId) ?? 0) - points);
  await moveScores(work, moves);
}

/** Moves the members' scores in the order of their ids, so that two transactions never wait for each other. */
async function moveScores(work: UnitOfWork, moves: Map<string, number>): Promise<void> {
  for (const [memberId, points] of [...moves].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const score = onlyRow(await addToScore(work.tx).execute({ memberId, points }));
    work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'points.changed', ...score } });
  }
}
