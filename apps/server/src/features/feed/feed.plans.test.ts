import * as contract from '@commons/contract/feed/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import { expect, test } from 'vitest';
import { sessionSecret } from '../../../test/community.ts';
import { planModes, testPlans } from '../../../test/plans.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createSessionLookup } from '../auth/session-lookup.ts';
import { sessionCookie } from '../auth/sessions.ts';

// A list takes one statement, regardless of the content of its posts.
const names = [
  'sessions_by_token',
  'feed_page_21',
  'author_page_21',
  'unanswered_page_21',
  'unanswered_count',
  'visible_post',
  'like_status',
  'comment_page_21',
  'locked_post',
  'poll_to_vote_in',
  'cast_vote',
  'poll_as_voted',
];
const lists = /^(?:(?:feed|comment|unanswered)_page_|unanswered_count)/;
const seen = new Set<string>();

const { community, plansOf } = testPlans({
  fill: `
    INSERT INTO events (id, title, event_date, time_zone, created_at, updated_at, going_count, answers_count)
      SELECT id, 'A walk', created_at + interval '9 days', 'UTC', created_at, created_at, 3, 3 FROM posts;
    INSERT INTO event_attendances (event_id, member_id, is_going, position)
      SELECT events.id, users.id, true, row_number() OVER (PARTITION BY events.id)
      FROM events CROSS JOIN LATERAL (SELECT id FROM users LIMIT 3) AS users;
    UPDATE posts SET event_id = id`,
  async prepare(community, client) {
    const member = await community.member();
    const { rows } = await client.query<{ id: string; authorId: string }>(
      'SELECT max(id::text) AS id, author_id AS "authorId" FROM posts GROUP BY author_id ORDER BY count(*) DESC LIMIT 1',
    );
    const { id, authorId } = rows[0]!;
    const { rows: polls } = await client.query<{ postId: string; optionId: string }>(
      'SELECT post_id AS "postId", poll_options.id AS "optionId" FROM poll_options JOIN posts ON posts.id = post_id LIMIT 1',
    );
    const { postId, optionId } = polls[0]!;
    await client.query("UPDATE polls SET closes_at = now() + interval '1 day' WHERE post_id = $1", [postId]);
    return async () => {
      await member.call(contract.listPosts, {});
      await member.call(contract.listPosts, { query: { userId: authorId } });
      await member.call(contract.listUnansweredPosts, {});
      await member.call(contract.countUnansweredPosts, {});
      await member.call(contract.getPost, { params: { id } });
      await member.call(contract.getLikeStatus, { params: { id } });
      await member.call(contract.listComments, { params: { id } });
      await member.call(votePoll, { params: { id: postId }, body: { optionId } });
    };
  },
  // Each call looks up the session. Its statement is recorded once.
  isRecorded: (name) =>
    !['', 'begin', 'commit', 'bus_notify'].includes(name) && !seen.has(name) && Boolean(seen.add(name)),
  names,
  // One author's posts are few, so a sort can be the better plan.
  unsorted: lists,
});

test.each(planModes)('with %s pages are read in the order of their index', async (mode) => {
  for (const plan of await plansOf(lists, mode)) expect(plan).not.toMatch(/Bitmap|Hash/);
});

test('a frequent statement is planned once, not for each execution', async () => {
  const db = openDatabase(community.current.databaseUrl, 1, { warn: () => {} });
  const cookie = await community.current.signIn((await community.current.member()).id);
  const authenticate = createSessionLookup(db, [sessionSecret], sessionCookie(community.current.publicUrl), {
    adminsNeedTwoFactor: false,
  });
  for (let index = 0; index < 10; index += 1) expect(await authenticate(cookie)).toBeDefined();
  const { rows } = await db.$client.query(
    "SELECT generic_plans::int AS generic FROM pg_prepared_statements WHERE name = 'sessions_by_token'",
  );
  expect(rows).toEqual([{ generic: 5 }]);
  await db.$client.end();
});
