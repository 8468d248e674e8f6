import type { Poll, PollInput } from '@commons/contract/polls/schemas';
import { asc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { type Check, createCounterCheck } from '../../community/checks/checks.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { isoText } from '../../platform/database/statements.ts';
import { pollOptions, polls, posts, pollVotes } from './posts.tables.ts';

/** A poll with all its counts. */
export type PollRow = Omit<Poll, 'totalVotes' | 'options'> & {
  totalVotes: number;
  options: { id: string; text: string; votes: number }[];
};

/**
 * SQL of the poll of a post, or null. Uses explicit aliases, because the query builder omits table names in queries of
 * one table.
 */
export const pollOf = (postId: SQLWrapper) =>
  sql<PollRow | null>`(SELECT json_build_object('closesAt', ${isoText(sql`poll.closes_at`)},
    'isClosed', poll.closes_at <= now(), 'totalVotes', poll.votes_count, 'revision', poll.revision,
    'myOptionId', (SELECT vote.option_id FROM ${pollVotes} AS vote
      WHERE vote.post_id = poll.post_id AND vote.member_id = ${sql.placeholder('viewerId')}),
    'options', ARRAY(SELECT json_build_object('id', choice.id, 'text', choice.text, 'votes', choice.votes_count)
      FROM ${pollOptions} AS choice WHERE choice.post_id = poll.post_id ORDER BY choice.position))
  FROM ${polls} AS poll WHERE poll.post_id = ${postId})`;

/** Converts a poll for a viewer. Hides its counts until the viewer has voted or the poll has closed. */
export function toPollView({ options, totalVotes, ...poll }: PollRow): Poll {
  const areCountsVisible = poll.isClosed || poll.myOptionId !== null;
  return {
    ...poll,
    options: options.map(({ votes, ...option }) => ({ ...option, votes: areCountsVisible ? votes : null })),
    totalVotes: areCountsVisible ? totalVotes : null,
  };
}

const insertPoll = namedStatement(
  'insert_poll',
  sql`WITH poll AS (
      INSERT INTO ${polls} (post_id, closes_at) VALUES (${sql.placeholder('postId')}, ${sql.placeholder('closesAt')})
    )
    INSERT INTO ${pollOptions} (id, post_id, position, text)
    SELECT id, ${sql.placeholder('postId')}, position, text
    FROM unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('texts')}::text[]) WITH ORDINALITY
      AS given (id, text, position)`,
  { values: { postId: 'uuid', closesAt: 'timestamp with time zone', ids: 'uuid[]', texts: 'text[]' } },
);

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Returns the view of a new poll, and a function that stores it. */
export function preparePoll({ options, days }: PollInput, postId: string, createdAt: Date) {
  const closesAt = new Date(createdAt.getTime() + days * dayMilliseconds);
  const choices = options.map((text) => ({ id: newId(), text, votes: 0 }));
  const row: PollRow = {
    closesAt: closesAt.toISOString(),
    isClosed: false,
    totalVotes: 0,
    revision: 0,
    myOptionId: null,
    options: choices,
  };
  const insert = (tx: Transaction) =>
    insertPoll(tx, { postId, closesAt, ids: choices.map(({ id }) => id), texts: options });
  return { view: toPollView(row), insert };
}

/**
 * Restarts the duration of a poll when its post leaves review, because only the author could see it until then. Does
 * nothing if others have already voted.
 */
export const restartPoll = namedStatement(
  'begin_poll',
  sql`UPDATE ${polls} AS poll SET closes_at = poll.closes_at + (now() - post.created_at), revision = poll.revision + 1
    FROM ${posts} AS post
    WHERE poll.post_id = ${sql.placeholder('postId')} AND post.id = poll.post_id AND NOT EXISTS (
      SELECT FROM ${pollVotes} AS vote WHERE vote.post_id = poll.post_id AND vote.member_id <> post.author_id)`,
  { values: { postId: 'uuid' } },
);

/** Returns the option texts of a post's poll in order. Empty without a poll. */
export async function listOptionTexts(db: Queryable, postId: string): Promise<string[]> {
  const rows = await db
    .select({ text: pollOptions.text })
    .from(pollOptions)
    .where(eq(pollOptions.postId, postId))
    .orderBy(asc(pollOptions.position));
  return rows.map(({ text }) => text);
}

/** SQL of the lock that a vote takes, too. */
const lockPost = (postId: unknown) => sql`SELECT FROM ${posts} WHERE ${eq(posts.id, postId as string)} FOR UPDATE`;

export const pollChecks: Check[] = [
  createCounterCheck({
    name: 'poll: votes',
    table: polls,
    keys: [polls.postId],
    columnName: 'votesCount',
    expected: sql`SELECT count(*) FROM ${pollVotes} WHERE ${pollVotes.postId} = ${polls.postId}`,
    lock: ([postId]) => lockPost(postId),
  }),
  createCounterCheck({
    name: 'poll: votes for each option',
    table: pollOptions,
    keys: [pollOptions.id, pollOptions.postId],
    columnName: 'votesCount',
    expected: sql`SELECT count(*) FROM ${pollVotes} WHERE ${pollVotes.optionId} = ${pollOptions.id}`,
    lock: ([, postId]) => lockPost(postId),
  }),
];
