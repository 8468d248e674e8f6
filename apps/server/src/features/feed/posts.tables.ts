import type { PostImage } from '@commons/contract/feed/schemas';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { commentsTable, reactionsTable, subjectColumns } from '../../community/contributions/contributions.tables.ts';
import { users } from '../../community/members/users.tables.ts';
import { type DataSubject, type PersonalData, writtenBy } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** The condition of the partial index `posts_by_picture`. A query has to repeat it to use the index. */
export const hasPictures = (images: AnyPgColumn) => sql`${images} <> '[]'::jsonb`;

/** Posts of the home feed. */
export const posts = pgTable(
  'posts',
  {
    ...subjectColumns(),
    content: text().notNull(),
    contentWarning: text(),
    /** Up to four pictures in the author's order. `media_files` stores the owners of the files. */
    images: jsonb().$type<PostImage[]>().notNull().default([]),
    /** Not a foreign key, because posts show that an event was deleted. */
    eventId: uuid(),
    /** Changes with the first comment only, so that later ones write no index entries (a HOT update). */
    isUnanswered: boolean()
      .notNull()
      .generatedAlwaysAs(sql`comments_count = 0`),
  },
  (table) => [
    index('posts_by_author').on(table.authorId, table.id),
    index('posts_unanswered')
      .on(table.id)
      .where(sql`${table.isUnanswered}`),
    /** Finds the post of a picture. `fastupdate` is off, because reads would scan the list of pending entries. */
    index('posts_by_picture')
      .using('gin', table.images.op('jsonb_path_ops'))
      .where(hasPictures(table.images))
      .with({ fastupdate: false }),
    check('posts_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 5000`),
    check('posts_warning_length', sql`char_length(${table.contentWarning}) BETWEEN 1 AND 60`),
    check('posts_images_count', sql`jsonb_array_length(${table.images}) <= 4`),
    check('posts_counts_not_negative', sql`${table.likesCount} >= 0 AND ${table.commentsCount} >= 0`),
  ],
);

export const postComments = commentsTable('post', () => posts.id);
export const postLikes = reactionsTable('post', 'likes', () => posts.id);

/** Polls of posts. Votes update the counters under the lock of the post. */
export const polls = pgTable(
  'polls',
  {
    postId: uuid()
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** End of the poll. No job is needed, because readers compare it with the clock. */
    closesAt: instant().notNull(),
    votesCount: integer().notNull().default(0),
    /** Time of the last change in milliseconds, always increasing. Does not reveal the number of votes. */
    revision: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('polls_count_not_negative', sql`${table.votesCount} >= 0`)],
);

export const pollOptions = pgTable(
  'poll_options',
  {
    id: primaryId(),
    postId: uuid()
      .notNull()
      .references(() => polls.postId, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    text: text().notNull(),
    votesCount: integer().notNull().default(0),
  },
  (table) => [
    unique('poll_options_in_order').on(table.postId, table.position),
    check('poll_options_length', sql`char_length(${table.text}) BETWEEN 1 AND 80`),
    check('poll_options_count_not_negative', sql`${table.votesCount} >= 0`),
  ],
);

/** Votes, one per member and poll, without a time. Rows are never shown to anybody. */
export const pollVotes = pgTable(
  'poll_votes',
  {
    postId: uuid()
      .notNull()
      .references(() => polls.postId, { onDelete: 'cascade' }),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    optionId: uuid()
      .notNull()
      .references(() => pollOptions.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'poll_votes_one_per_member', columns: [table.postId, table.memberId] }),
    index('poll_votes_by_member').on(table.memberId),
    index('poll_votes_by_option').on(table.optionId),
  ],
);

/** The counters and the poll of a post are deleted with it. The removal events have already reversed points and support. */
export const cascades = [
  'post_comments.post_id',
  'post_likes.post_id',
  'polls.post_id',
  'poll_options.post_id',
  'poll_votes.post_id',
  'poll_votes.option_id',
];

const isInPostOfMember =
  (postId: AnyPgColumn) =>
  ({ id }: DataSubject) =>
    sql`${postId} IN (SELECT id FROM ${posts} WHERE ${posts.authorId} = ${id})`;

export const personalData: PersonalData[] = [
  {
    table: posts,
    description: 'your posts',
    purpose: 'members read them',
    retention: 'you delete them',
    // It follows from the number of comments.
    excludedFromExport: [posts.isUnanswered],
    references: [writtenBy(posts.authorId)],
  },
  {
    table: postComments,
    description: 'your comments on posts',
    purpose: 'members read them',
    retention: 'you delete them, or the post is deleted',
    references: [writtenBy(postComments.authorId)],
  },
  {
    table: postLikes,
    description: 'your likes of posts',
    purpose: 'authors see that their posts are appreciated',
    retention: 'you remove the like, or the post is deleted',
    references: [writtenBy(postLikes.memberId)],
  },
  {
    table: polls,
    description: 'polls in your posts',
    purpose: 'members vote in them',
    retention: 'the post is deleted',
    // Hidden from the author too, until they have voted or the poll has closed.
    excludedFromExport: [polls.votesCount, polls.revision],
    references: [{ ...writtenBy(polls.postId), condition: isInPostOfMember(polls.postId) }],
  },
  {
    table: pollOptions,
    description: 'options of your polls',
    purpose: 'members vote for them',
    retention: 'the post is deleted',
    excludedFromExport: [pollOptions.votesCount],
    references: [{ ...writtenBy(pollOptions.postId), condition: isInPostOfMember(pollOptions.postId) }],
  },
  {
    table: pollVotes,
    description: 'your votes in polls',
    purpose: 'each member has one vote; votes are secret',
    retention: 'the post is deleted',
    references: [writtenBy(pollVotes.memberId)],
  },
];
