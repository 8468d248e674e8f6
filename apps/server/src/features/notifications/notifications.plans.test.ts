import { toggleLike } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate, populateMessages } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];
let dueStatements: SentStatement[];

const ignoredStatements = new Set(['sessions_by_token', 'next_notification_revision', 'bus_notify']);

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await populateMessages(client, { conversationsOfEach: 4, messagesInEach: 2 });
  // Creates a notification for the likes of each post. Half of them are read.
  await client.query(`
    INSERT INTO notifications (id, member_id, kind, subject_type, subject_id, at, is_shown, read_at, actors_count)
      SELECT id, author_id, 'liked', 'post', id, created_at, true, CASE WHEN random() < 0.5 THEN now() END, likes_count
      FROM posts;
    INSERT INTO notification_actors (notification_id, actor_id, occasion_id, at)
      SELECT post_id, member_id, member_id, created_at FROM post_likes;
    INSERT INTO recommendations (id, author_id, type, title, content, likes_count, created_at)
      SELECT id, author_id, 'book', 'A book', content, likes_count, created_at FROM posts;
    INSERT INTO online_members (member_id, process_id) SELECT id, gen_random_uuid() FROM users;
    ANALYZE`);
  const ana = await community.current.member();
  const { rows } = await client.query<{ id: string; subject: string }>(
    `UPDATE notifications SET member_id = '${ana.id}' WHERE subject_id IN (
       SELECT id FROM posts WHERE NOT is_awaiting_review ORDER BY id DESC LIMIT 30) RETURNING id, subject_id AS subject`,
  );
  const query = vi.spyOn(Client.prototype, 'query');
  await ana.call(contract.listNotifications, {});
  await ana.call(contract.getUnreadNotifications, {});
  await ana.call(contract.readNotifications, { body: { ids: [rows[0]!.id] } });
  await ana.call(contract.readNotifications, { body: {} });
  const readStatements = sentStatements(query.mock.calls);
  query.mockClear();
  const ben = await community.current.member();
  await ben.call(toggleLike, { params: { id: rows[0]!.subject } });
  await community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
  const likeStatements = sentStatements(query.mock.calls);
  dueStatements = likeStatements.filter(({ name }) => name.startsWith('take_due_'));
  query.mockRestore();
  statements = [...readStatements, ...likeStatements.filter(({ name }) => name.includes('notification'))].filter(
    ({ name }) => name && !ignoredStatements.has(name) && !['begin', 'commit'].includes(name),
  );
});
afterAll(() => client.release());

test('listing takes one statement, a like writes one queue row, and processing it takes three statements', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    'notifications_21',
    'unread_notifications',
    'read_notifications',
    'unread_notifications',
    'read_all_notifications',
    'unread_notifications',
    'queue_notification',
    'wanted_notifications',
    'open_notifications',
    'add_notification_actors',
  ]);
});

test.each(planModes)('with %s no table is scanned sequentially', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), `${statement.name}\n${plan.join('\n')}`).toEqual([]);
  }
});

test.each(planModes)('with %s the search for due mails and pushes reads only due rows', async (mode) => {
  expect(dueStatements.map(({ name }) => name)).toEqual(['take_due_pushes', 'take_due_mails']);
  for (const statement of dueStatements) {
    const plan = (await planOf(client, statement, mode)).join('\n');
    expect(plan).toMatch(/Index Cond: \(?\(?(?:push|mail)_due_at <= /);
  }
});
