import * as contract from '@commons/contract/feed/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionSecret, setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createSessionLookup } from '../auth/session-lookup.ts';
import { sessionCookie } from '../auth/sessions.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO events (id, title, event_date, time_zone, created_at, updated_at, going_count, answers_count)
      SELECT id, 'A walk', created_at + interval '9 days', 'UTC', created_at, created_at, 3, 3 FROM posts;
    INSERT INTO event_attendances (event_id, member_id, is_going, position)
      SELECT events.id, users.id, true, row_number() OVER (PARTITION BY events.id)
      FROM events CROSS JOIN LATERAL (SELECT id FROM users LIMIT 3) AS users;
    UPDATE posts SET event_id = id;
    ANALYZE`);
  statements = await recordStatements();
});
afterAll(() => client.release());

const ignoredStatements = new Set(['bus_notify', 'begin', 'commit']);

/** Records the statements that reading the feed and voting send to the database. */
async function recordStatements(): Promise<SentStatement[]> {
  const member = await community.current.member();
  const { rows } = await client.query<{ id: string; authorId: string }>(
    'SELECT max(id::text) AS id, author_id AS "authorId" FROM posts GROUP BY author_id ORDER BY count(*) DESC LIMIT 1',
  );
  const { id, authorId } = rows[0]!;
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await member.call(contract.listPosts, {});
    await member.call(contract.listPosts, { query: { userId: authorId } });
    await member.call(contract.listUnansweredPosts, {});
    await member.call(contract.countUnansweredPosts, {});
    await member.call(contract.getPost, { params: { id } });
    await member.call(contract.getLikeStatus, { params: { id } });
    await member.call(contract.listComments, { params: { id } });
    const { rows: polls } = await client.query<{ postId: string; optionId: string }>(
      'SELECT post_id AS "postId", poll_options.id AS "optionId" FROM poll_options JOIN posts ON posts.id = post_id LIMIT 1',
    );
    const { postId, optionId } = polls[0]!;
    await client.query("UPDATE polls SET closes_at = now() + interval '1 day' WHERE post_id = $1", [postId]);
    await member.call(votePoll, { params: { id: postId }, body: { optionId } });
    const allStatements = sentStatements(query.mock.calls);
    const feedStatements = allStatements.filter(({ name }) => name !== '' && !ignoredStatements.has(name));
    return [...new Map(feedStatements.map((statement) => [statement.name, statement])).values()];
  } finally {
    query.mockRestore();
  }
}

test('each list of the feed takes one prepared statement, regardless of the content of its posts', () => {
  expect(statements.map(({ name }) => name)).toEqual([
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
  ]);
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

describe.each(planModes)('with %s', (mode) => {
  test('there is no sequential scan', async () => {
    for (const statement of statements)
      expect(tablesScanned(await planOf(client, statement, mode)), statement.name).toEqual([]);
  });

  test('pages are read in the order of their index, without a sort', async () => {
    // Except for one author's posts: they are few, so a sort can be the better plan.
    for (const statement of statements.filter(({ name }) =>
      /^(?:(?:feed|comment|unanswered)_page_|unanswered_count)/.test(name),
    ))
      expect((await planOf(client, statement, mode)).join('\n'), statement.name).not.toMatch(/Bitmap|Hash|Sort|Merge/);
  });
});
