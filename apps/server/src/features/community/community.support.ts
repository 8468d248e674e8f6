import { eq, sql, sum } from 'drizzle-orm';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { commentCreated, commentDeleting, likeToggled, postDeleting } from '../feed/index.ts';
import { postComments, posts } from '../feed/posts.tables.ts';
import { supportCounters } from './community.tables.ts';

const shardCount = 32;

/** Counts likes and comments as they come and go, in the feed's own transactions. */
export const supportSubscribers: Subscriber[] = [
  subscriber(likeToggled, (work, { memberId, by }) => moveSupport(work, memberId, by)),
  subscriber(commentCreated, (work, { authorId }) => moveSupport(work, authorId, 1)),
  subscriber(commentDeleting, (work, { commentId }) => moveSupport(work, commentId, -1)),
  subscriber(postDeleting, async (work, { postId }) => {
    const comments = work.tx.$count(postComments, eq(postComments.postId, postId));
    const support = await work.tx
      .select({ given: sql<number>`${posts.likesCount} + ${comments}`.mapWith(Number) })
      .from(posts)
      .where(eq(posts.id, postId));
    await moveSupport(work, postId, -onlyRow(support).given);
  }),
];

/** Any shard will do; ids spread well by their last digits, which are random. */
async function moveSupport(work: UnitOfWork, spreadBy: string, by: number): Promise<void> {
  if (by === 0) return;
  const shard = Number.parseInt(spreadBy.slice(-4), 16) % shardCount;
  await addSupport(work.tx, { shard, by });
}

const addSupport = named(
  'add_support',
  sql`INSERT INTO ${supportCounters} AS counter (shard, given) VALUES (${sql.placeholder('shard')}, ${sql.placeholder('by')})
    ON CONFLICT (shard) DO UPDATE SET given = counter.given + excluded.given`,
);

export async function getSupportGiven(db: Database): Promise<number> {
  const { given } = onlyRow(await db.select({ given: sum(supportCounters.given) }).from(supportCounters));
  return Number(given ?? 0);
}
