import { maxUnansweredCount, unansweredAfterHours } from '@commons/contract/feed';
import type { Post } from '@commons/contract/feed/schemas';
import { and, desc, eq, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { canDelete, canEdit } from '../../community/contributions/index.ts';
import {
  isNotMuted,
  isVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
  visibilityTypes,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import {
  findFittingPage,
  isoText,
  isoTextOrNull,
  pageRowCounts,
  prepareOnce,
  preparePages,
} from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { attachedEvent } from '../events/index.ts';
import { postKind } from './feed.contributions.ts';
import { firstPicture } from './pictures.service.ts';
import { pollOf, toPollView } from './polls.queries.ts';
import { posts } from './posts.tables.ts';

type PostRow = Awaited<ReturnType<typeof findPosts>>[number];
type FeedRow = Omit<PostRow, 'author'> & {
  authorEmail: string;
  authorFirstName: string;
  authorLastName: string;
  authorImageUrl: string | null;
  authorTitle: string | null;
};

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

/**
 * The most frequent read is written in SQL. Its rows need no mapping, which takes drizzle a quarter of the server's time
 * for a page of posts.
 */
const feedPages = pageRowCounts.map((rows) => ({
  rows,
  read: namedStatement(
    `feed_page_${rows}`,
    sql`SELECT ${posts.id}, ${posts.authorId} AS "authorId", ${users.email} AS "authorEmail",
        ${users.firstName} AS "authorFirstName", ${users.lastName} AS "authorLastName",
        ${users.profileImageUrl} AS "authorImageUrl", ${users.title} AS "authorTitle", ${posts.content},
        ${posts.contentWarning} AS "contentWarning", ${posts.images}, ${pollOf(posts.id)} AS poll, ${posts.eventId} AS "eventId",
        ${attachedEvent(posts.eventId)} AS event, ${isoText(posts.createdAt)} AS "createdAt",
        ${isoTextOrNull(posts.editedAt)} AS "editedAt", ${posts.likesCount} AS "likesCount",
        ${posts.commentsCount} AS "commentsCount", ${posts.countsRevision} AS "countsRevision",
        ${posts.isAwaitingReview} AS "isAwaitingReview", ${postKind.reactions.isByViewer} AS "isLiked"
      FROM ${posts} JOIN ${users} ON ${users.id} = ${posts.authorId}
      WHERE ${isBefore} AND ${isVisible(posts)} AND ${isNotMuted(posts.authorId)}
      ORDER BY ${posts.id} DESC LIMIT ${sql.raw(String(rows))}`,
    {
      values: { ...visibilityTypes, before: 'uuid' },
      columns: columnsOf<FeedRow>({
        id: 'uuid',
        authorId: 'uuid',
        authorEmail: 'text',
        authorFirstName: 'text',
        authorLastName: 'text',
        authorImageUrl: 'text',
        authorTitle: 'text',
        content: 'text',
        contentWarning: 'text',
        images: 'jsonb',
        poll: 'json',
        eventId: 'uuid',
        event: 'json',
        createdAt: 'text',
        editedAt: 'text',
        likesCount: 'integer',
        commentsCount: 'integer',
        countsRevision: 'integer',
        isAwaitingReview: 'boolean',
        isLiked: 'boolean',
      }),
    },
  ),
}));

const authorPage = preparePages('author_page', (db, { limit, name }) =>
  selectPosts(db)
    .where(and(eq(posts.authorId, sql.placeholder('authorId')), isBefore, isVisible(posts)))
    .orderBy(desc(posts.id))
    .limit(limit)
    .prepare(name),
);

type PageRequest = { before: string | undefined; rowCount: number };

/** Lists the feed before a post id, newest first. */
export async function listPosts(
  db: Database,
  viewer: Viewer,
  { before = afterEveryId, rowCount }: PageRequest,
): Promise<PostRow[]> {
  const { read } = findFittingPage(feedPages, rowCount);
  const rows = (await read(db, { ...visibilityParameters(viewer), before })).slice(0, rowCount);
  return rows.map(({ authorEmail, authorFirstName, authorLastName, authorImageUrl, authorTitle, ...post }) => ({
    ...post,
    author: {
      id: post.authorId,
      email: authorEmail,
      firstName: authorFirstName,
      lastName: authorLastName,
      profileImageUrl: authorImageUrl,
      title: authorTitle,
    },
  }));
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
