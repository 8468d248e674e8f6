import type { PostImage } from '@commons/contract/feed';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
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
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type DataSubject, own, type PersonalData, written } from '../../platform/personal-data.ts';
import { commentsTable, reactionsTable, subjectColumns } from '../contributions/contributions.tables.ts';
import { users } from '../members/users.tables.ts';

/** The condition of the partial index `posts_by_picture`. A query has to repeat it to use the index. */
export const hasPictures = (images: AnyPgColumn) => sql`${images} <> '[]'::jsonb`;

/** Posts of the home feed. */
export const posts = pgTable(
  'posts',
  {
    ...subjectColumns(),
    content: text().notNull(),
    contentWarning: text(),
    /** Of the first picture: what the version before shows. */
    imageUrl: text(),
    imageAlt: text(),
    /** Up to four, as its author put them in order. They go with the post; whose files they are stands in `media_files`. */
    images: jsonb().$type<PostImage[]>().notNull().default([]),
    /** No reference: where the event is not there any more, the post says so. */
    eventId: uuid(),
    createdAt: instant().notNull(),
    editedAt: instant(),
  },
  (table) => [
    index('posts_by_author').on(table.authorId, table.id),
    /** Where the list of what nobody has answered is read, in its order. */
    index('posts_unanswered')
      .on(table.id)
      .where(sql`${table.commentsCount} = 0`),
    /** Finds the post that shows a picture. `fastupdate` is off, because a read would go through the list of pending entries. */
    index('posts_by_picture')
      .using('gin', table.images.op('jsonb_path_ops'))
      .where(hasPictures(table.images))
      .with({ fastupdate: false })
      .concurrently(),
    check('posts_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 5000`),
    check('posts_warning_length', sql`char_length(${table.contentWarning}) BETWEEN 1 AND 60`),
    check('posts_images_count', sql`jsonb_array_length(${table.images}) <= 4`),
    check('posts_counts_not_negative', sql`${table.likesCount} >= 0 AND ${table.commentsCount} >= 0`),
  ],
);

export const postComments = commentsTable('post', () => posts.id);
export const postLikes = reactionsTable('post', 'likes', () => posts.id);

/** What a post asks its readers. Its figures move with the votes, behind the lock of the post. */
export const polls = pgTable(
  'polls',
  {
    postId: uuid()
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** It closes by the clock: nothing has to run for that. */
    closesAt: instant().notNull(),
    votesCount: integer().notNull().default(0),
    /** Milliseconds of its last change, each above the one before: it tells nobody how many voted. */
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

/** One of each member in each poll, and nothing of when. Nobody is ever shown a row of it. */
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
 * Nobody counts removals. A post's counters go with it, and so does its poll; points and support are taken back before, by what is announced when
 * a post goes.
 */
export const cascades = [
  'post_removals.author_id',
  'post_comments.post_id',
  'post_likes.post_id',
  'polls.post_id',
  'poll_options.post_id',
  'poll_votes.post_id',
  'poll_votes.option_id',
];

const inTheirPosts =
  (postId: AnyPgColumn) =>
  ({ id }: DataSubject) =>
    sql`${postId} IN (SELECT id FROM ${posts} WHERE ${posts.authorId} = ${id})`;

export const personalData: PersonalData[] = [
  {
    table: posts,
    what: 'your posts',
    why: 'members read them',
    until: 'you delete them',
    mentions: [written(posts.authorId)],
  },
  {
    table: postComments,
    what: 'your comments on posts',
    why: 'members read them',
    until: 'you delete them, or the post goes',
    mentions: [written(postComments.authorId)],
  },
  {
    table: postLikes,
    what: 'the posts that you liked',
    why: 'their authors know that they were read',
    until: 'you take a like back, or the post goes',
    mentions: [written(postLikes.memberId)],
  },
  {
    table: postRemovals,
    what: 'posts of yours that moderators removed, as an earlier release kept them',
    why: 'you were told why',
    until: 'the next release',
    mentions: [
      own(postRemovals.authorId),
      { column: postRemovals.moderatorId, exported: { no: 'it is about somebody else' }, leaving: 'unnamed' },
    ],
  },
  {
    table: polls,
    what: 'the polls in your posts',
    why: 'members vote in them',
    until: 'the post goes',
    // Before they have voted, and before the end, not even its author reads them.
    secrets: [polls.votesCount, polls.revision],
    mentions: [{ ...written(polls.postId), isTheirs: inTheirPosts(polls.postId) }],
  },
  {
    table: pollOptions,
    what: 'what your polls ask to choose from',
    why: 'members vote for it',
    until: 'the post goes',
    secrets: [pollOptions.votesCount],
    mentions: [{ ...written(pollOptions.postId), isTheirs: inTheirPosts(pollOptions.postId) }],
  },
  {
    table: pollVotes,
    what: 'what you voted for in polls',
    why: 'each member has one vote; nobody else sees whose it is',
    until: 'the post goes',
    mentions: [written(pollVotes.memberId)],
  },
];
