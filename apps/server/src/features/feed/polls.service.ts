import type { Poll } from '@commons/contract/polls/schemas';
import { eq, sql } from 'drizzle-orm';
import { publishLive } from '../../community/contributions/index.ts';
import type { DepartureStep } from '../../community/feature.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { postKind } from './feed.contributions.ts';
import { feedError } from './feed.errors.ts';
import { pollOf, type PollRow, toPollView } from './polls.queries.ts';
import { pollOptions, polls, pollVotes } from './posts.tables.ts';

const postId = sql.placeholder('postId');
const memberId = sql.placeholder('viewerId');
const optionId = sql.placeholder('optionId');

// `clock_timestamp()` instead of the transaction's start, because the vote may have waited for the lock.
const findPoll = namedStatement(
  'poll_to_vote_in',
  sql`SELECT closes_at <= clock_timestamp() AS "isClosed",
      EXISTS (SELECT FROM ${pollOptions} AS choice WHERE choice.id = ${optionId} AND choice.post_id = poll.post_id)
        AS "hasOption",
      (SELECT vote.option_id FROM ${pollVotes} AS vote WHERE vote.post_id = poll.post_id AND vote.member_id = ${memberId})
        AS "myOptionId"
    FROM ${polls} AS poll WHERE post_id = ${postId}`,
  {
    values: { optionId: 'uuid', viewerId: 'uuid', postId: 'uuid' },
    columns: { isClosed: 'boolean', hasOption: 'boolean', myOptionId: 'uuid | null' },
  },
);

/** Stores a vote and updates the counters in one statement. */
const castVote = namedStatement(
  'cast_vote',
  sql`WITH before AS (
      SELECT option_id FROM ${pollVotes} WHERE post_id = ${postId} AND member_id = ${memberId}
    ), cast_now AS (
      INSERT INTO ${pollVotes} (post_id, member_id, option_id) VALUES (${postId}, ${memberId}, ${optionId})
      ON CONFLICT (post_id, member_id) DO UPDATE SET option_id = excluded.option_id
    ), counted AS (
      UPDATE ${pollOptions} SET votes_count = votes_count + CASE WHEN id = ${optionId} THEN 1 ELSE -1 END
      WHERE id = ${optionId} OR id = (SELECT option_id FROM before)
    )
    UPDATE ${polls} SET votes_count = votes_count + CASE WHEN EXISTS (SELECT FROM before) THEN 0 ELSE 1 END,
      revision = greatest(revision + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    WHERE post_id = ${postId}
    RETURNING revision::float8 AS revision`,
  { values: { postId: 'uuid', viewerId: 'uuid', optionId: 'uuid' }, columns: { revision: 'double precision' } },
);

const readPoll = namedStatement('poll_as_voted', sql`SELECT ${pollOf(sql`${postId}::uuid`)} AS poll`, {
  values: { viewerId: 'uuid', postId: 'uuid' },
  columns: columnsOf<{ poll: PollRow }>({ poll: 'json' }),
});

/**
 * Stores or changes a member's vote. Locks the post before it reads the previous vote, so that each member has one vote
 * and the counters match. The published frame goes to everybody, including members who block the voter. Otherwise, a
 * missing frame would reveal who voted.
 * @throws AppError for a missing poll or option, and for a closed poll.
 */
export async function vote(work: UnitOfWork, viewer: Viewer, id: string, chosenOptionId: string): Promise<Poll> {
  const ids = { postId: id, viewerId: viewer.id, optionId: chosenOptionId };
  const [post, [poll]] = await pipelined(postKind.subject.getLocked(work.tx, viewer, id), findPoll(work.tx, ids));
  if (!poll) throw feedError('feed.poll_not_found');
  if (!poll.hasOption) throw feedError('feed.poll_option_not_found');
  if (poll.isClosed) throw feedError('feed.poll_closed');
  if (poll.myOptionId !== chosenOptionId) {
    const { revision } = onlyRow(await castVote(work.tx, ids));
    publishLive(
      work,
      post,
      { type: 'poll.changed', postId: post.id, revision },
      { latest: { name: `poll of ${post.id}`, revision } },
    );
    work.publish({ audience: { memberIds: [viewer.id] }, frame: { type: 'poll.voted', postId: post.id } });
  }
  return toPollView(onlyRow(await readPoll(work.tx, ids)).poll);
}

const removeVote = namedStatement(
  'take_vote_back',
  sql`WITH deleted AS (
      DELETE FROM ${pollVotes} WHERE post_id = ${postId} AND member_id = ${memberId} RETURNING option_id
    ), counted AS (
      UPDATE ${pollOptions} SET votes_count = votes_count - 1 WHERE id IN (SELECT option_id FROM deleted)
    )
    UPDATE ${polls} SET votes_count = votes_count - 1,
      revision = greatest(revision + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    WHERE post_id = ${postId} AND EXISTS (SELECT FROM deleted)
    RETURNING revision::float8 AS revision`,
  { values: { postId: 'uuid', viewerId: 'uuid' }, columns: { revision: 'double precision' } },
);

/** Deletes the votes of a member who leaves and removes their content. */
export const removeVotesOfLeavingMember: DepartureStep = async ({ db, transact }, member) => {
  if (member.content === 'anonymise') return;
  const isByLeavingMember = eq(pollVotes.memberId, member.memberId);
  for (const { id } of await db.select({ id: pollVotes.postId }).from(pollVotes).where(isByLeavingMember))
    await transact(async (work) => {
      const target = await postKind.subject.find(work.tx, id, true);
      const [poll] = await removeVote(work.tx, { postId: id, viewerId: member.memberId });
      if (!target || !poll) return;
      const { revision } = poll;
      publishLive(
        work,
        target.subject,
        { type: 'poll.changed', postId: id, revision },
        { latest: { name: `poll of ${id}`, revision } },
      );
    }, postKind.subject.queue(id));
};
