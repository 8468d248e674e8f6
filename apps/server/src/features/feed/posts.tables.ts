import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { users } from '../members/users.tables.ts';

/**
 * Posts of the home feed. Ids are UUID v7, so that the primary key is the order of the feed. What is counted somewhere
 * never goes by itself with its member's row: whoever deletes it moves the counters.
 */
export const posts = pgTable(
  'posts',
  {
    id: primaryId(),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    content: text().notNull(),
    imageUrl: text(),
    imageAlt: text(),
    isAwaitingReview: boolean().notNull().default(false),
    likesCount: integer().notNull().default(0),
    commentsCount: integer().notNull().default(0),
    /** Grows in the statement that moves a counter. */
    countsRevision: integer().notNull().default(0),
    createdAt: instant().notNull(),
    editedAt: instant(),
  },
  (table) => [
    index('posts_by_author').on(table.authorId, table.id),
    check('posts_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 5000`),
    check('posts_counts_not_negative', sql`${table.likesCount} >= 0 AND ${table.commentsCount} >= 0`),
  ],
);

/** One row for each member who likes a post. */
export const postLikes = pgTable(
  'post_likes',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'post_likes_one_per_member', columns: [table.postId, table.memberId] }),
    index('post_likes_by_member').on(table.memberId),
  ],
);

export const postComments = pgTable(
  'post_comments',
  {
    id: primaryId(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    content: text().notNull(),
    isAwaitingReview: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    editedAt: instant(),
  },
  (table) => [
    index('post_comments_by_post').on(table.postId, table.id),
    index('post_comments_by_author').on(table.authorId),
    check('post_comments_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 2000`),
  ],
);

/** What moderators took down, by whom and why. The words of the post itself are gone with it. */
export const postRemovals = pgTable('post_removals', {
  postId: uuid().primaryKey(),
  authorId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  moderatorId: uuid().references(() => users.id, { onDelete: 'set null' }),
  reason: text().notNull(),
  removedAt: instant().notNull().defaultNow(),
});
