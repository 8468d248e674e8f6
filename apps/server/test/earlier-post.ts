import { posts } from '../src/features/feed/posts.tables.ts';
import { newIdAt } from '../src/platform/database/columns.ts';
import type { Community } from './community.ts';

/** Inserts a post with an earlier creation time, which the API does not allow. Returns its id. */
export async function insertEarlierPost(
  community: Community,
  author: { id: string },
  { hours = 3, content = 'A quiet day', isAwaitingReview = false } = {},
): Promise<string> {
  const createdAt = new Date(Date.now() - hours * 60 * 60 * 1000);
  const id = newIdAt(createdAt);
  await community.db.insert(posts).values({ id, authorId: author.id, content, isAwaitingReview, createdAt });
  return id;
}
