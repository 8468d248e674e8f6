import { eq, sql } from 'drizzle-orm';
import { type Check, counted } from '../../platform/checks/checks.ts';
import { pollOptions, polls, pollVotes, posts } from './posts.tables.ts';

/** Whoever votes holds the post. */
const lockPost = (postId: unknown) => sql`SELECT FROM ${posts} WHERE ${eq(posts.id, postId as string)} FOR UPDATE`;

export const pollChecks: Check[] = [
  counted({
    name: 'poll: votes',
    table: polls,
    keys: [polls.postId],
    figure: 'votesCount',
    should: sql`SELECT count(*) FROM ${pollVotes} WHERE ${pollVotes.postId} = ${polls.postId}`,
    lock: ([postId]) => lockPost(postId),
  }),
  counted({
    name: 'poll: votes for each option',
    table: pollOptions,
    keys: [pollOptions.id, pollOptions.postId],
    figure: 'votesCount',
    should: sql`SELECT count(*) FROM ${pollVotes} WHERE ${pollVotes.optionId} = ${pollOptions.id}`,
    lock: ([, postId]) => lockPost(postId),
  }),
];
