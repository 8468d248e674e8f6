import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { searchedTable } from '../../platform/search/searched-table.ts';
import { commentsTable, reactionsTable, subjectColumns } from '../contributions/contributions.tables.ts';
import { users } from '../members/users.tables.ts';

/** Posts of the home feed. */
export const posts = pgTable(
  'posts',
  {
    ...subjectColumns(),
    content: text().notNull(),
    contentWarning: text(),
    imageUrl: text(),
    imageAlt: text(),
    createdAt: instant().notNull(),
    editedAt: instant(),
  },
  (table) => [
    index('posts_by_author').on(table.authorId, table.id),
    /** Where the list of what nobody has answered is read, in its order. */
    index('posts_unanswered')
      .on(table.id)
      .where(sql`${table.commentsCount} = 0`),
    check('posts_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 5000`),
    check('posts_warning_length', sql`char_length(${table.contentWarning}) BETWEEN 1 AND 60`),
    check('posts_counts_not_negative', sql`${table.likesCount} >= 0 AND ${table.commentsCount} >= 0`),
  ],
);

export const searchedPosts = searchedTable('posts', () => posts.id);
export const postComments = commentsTable('post', () => posts.id);
export const postLikes = reactionsTable('post', 'likes', () => posts.id);

/** Written by the version before only: removals are decisions (`features/moderation`). Goes with the release after this one. */
export const postRemovals = pgTable('post_removals', {
  postId: uuid().primaryKey(),
  authorId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  moderatorId: uuid().references(() => users.id, { onDelete: 'set null' }),
  reason: text().notNull(),
  removedAt: instant().notNull().defaultNow(),
});

/**
 * Nobody counts removals. A post's counters go with it; points and support are taken back before, by what is announced when
 * a post goes. What it is found by is a copy.
 */
export const cascades = ['post_removals.author_id', 'post_comments.post_id', 'post_likes.post_id', 'searched_posts.id'];
