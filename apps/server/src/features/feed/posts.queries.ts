import { maxUnansweredCount, unansweredAfterHours } from '@commons/contract/feed';
import type { Post } from '@commons/contract/feed/schemas';
import { and, desc, eq, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canDelete, canEdit } from '../contributions/index.ts';
import { attachedEvent } from '../events/index.ts';
import {
  isNotMuted,
  isVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
  visibilityTypes,
} from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { postKind } from './feed.contributions.ts';
import { firstPicture } from './pictures.service.ts';
import { pollOf, toPollView } from './polls.queries.ts';
import { posts } from './posts.tables.ts';

type PostRow = Awaited<ReturnType<typeof findPosts>>[number];

/** Converts a row to a post with the viewer's permissions. */
export const toPostView =
  (viewer: Viewer) =>
  ({ author, isLiked, poll, ...post }: PostRow): Post => ({
    ...post,
    ...firstPicture(post.images),
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    poll: poll && toPollView(poll),
    can: { edit: canEdit(viewer, post), delete: canDelete(viewer, post) },
  });

/** Sorts after every UUID v7. The default start of a page. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const selectPosts = (db: Queryable) =>
  db
    .select({
      id: posts.id,
      authorId: posts.authorId,
      author: memberColumns,
      content: posts.content,
      contentWarning: posts.contentWarning,
      images: posts.images,
      poll: pollOf(posts.id),
      eventId: posts.eventId,
      event: attachedEvent(posts.eventId),
      createdAt: isoText(posts.createdAt),
      editedAt: isoTextOrNull(posts.editedAt),
      likesCount: posts.likesCount,
      commentsCount: posts.commentsCount,
      countsRevision: posts.countsRevision,
      isAwaitingReview: posts.isAwaitingReview,
      isLiked: postKind.reactions.isByViewer,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .$dynamic();

const isBefore = lt(posts.id, sql.placeholder('before'));

const feedPage = preparePages('feed_page', (db, { limit, name }) =>
  selectPosts(db)
    .where(and(isBefore, isVisible(posts), isNotMuted(posts.authorId)))
    .orderBy(desc(posts.id))
    .limit(limit)
    .prepare(name),
);

const authorPage = preparePages('author_page', (db, { limit, name }) =>
  selectPosts(db)
    .where(and(eq(posts.authorId, sql.placeholder('authorId')), isBefore, isVisible(posts)))
    .orderBy(desc(posts.id))
    .limit(limit)
    .prepare(name),
);

type PageRequest = { before: string | undefined; rowCount: number };

/** Lists the feed before a post id, newest first. */
export function listPosts(db: Database, viewer: Viewer, page: PageRequest): Promise<PostRow[]> {
  return feedPage(db, page.rowCount, { ...visibilityParameters(viewer), before: page.before ?? afterEveryId });
}

/** Lists one member's posts before a post id, newest first. */
export function listPostsOf(db: Database, viewer: Viewer, authorId: string, page: PageRequest): Promise<PostRow[]> {
  return authorPage(db, page.rowCount, {
    ...visibilityParameters(viewer),
    authorId,
    before: page.before ?? afterEveryId,
  });
}

/** SQL condition: a published post of another member without comments. */
const isUnanswered = and(
  posts.isUnanswered,
  isBefore,
  not(posts.isAwaitingReview),
  ne(posts.authorId, sql.placeholder('viewerId')),
  isVisible(posts),
  isNotMuted(posts.authorId),
) as SQL;

const unansweredPage = preparePages('unanswered_page', (db, { limit, name }) =>
  selectPosts(db).where(isUnanswered).orderBy(desc(posts.id)).limit(limit).prepare(name),
);

/** Returns the first id that is too new for the list of unanswered posts. Ids sort by time. */
const firstUnansweredId = (): string =>
  firstIdAt(new Date(databaseNow().getTime() - unansweredAfterHours * 60 * 60 * 1000));

/** Lists unanswered posts before a post id, newest first. */
export function listUnansweredPosts(db: Database, viewer: Viewer, page: PageRequest): Promise<PostRow[]> {
  const newest = firstUnansweredId();
  // A forged cursor must not lead to newer posts.
  const before = page.before === undefined || page.before > newest ? newest : page.before;
  return unansweredPage(db, page.rowCount, { ...visibilityParameters(viewer), before });
}

const unansweredCount = namedStatement(
  'unanswered_count',
  sql`SELECT count(*)::int AS count FROM (SELECT FROM ${posts} WHERE ${isUnanswered} ORDER BY ${posts.id} DESC LIMIT ${sql.raw(String(maxUnansweredCount))}) AS waiting`,
  { values: { ...visibilityTypes, before: 'uuid' }, columns: { count: 'integer' } },
);

export async function countUnansweredPosts(db: Database, viewer: Viewer): Promise<{ count: number }> {
  return onlyRow(await unansweredCount(db, { ...visibilityParameters(viewer), before: firstUnansweredId() }));
}

const visiblePost = prepareOnce((db) =>
  selectPosts(db)
    .where(and(eq(posts.id, sql.placeholder('postId')), isVisible(posts)))
    .prepare('visible_post'),
);

/** Returns the post with this id if the viewer may see it: one row or none. */
export const findPosts = (db: Queryable, viewer: Viewer, postId: string) =>
  visiblePost(db).execute({ ...visibilityParameters(viewer), postId });
