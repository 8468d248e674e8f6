import * as contract from '@commons/contract/events/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

const ignoredStatements = new Set(['sessions_by_token', 'bus_notify', 'begin', 'commit']);

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO events (id, title, event_date, time_zone, max_attendees, created_at, updated_at, going_count, waiting_count, answers_count)
      SELECT id, 'A walk', now() + (row_number() OVER () - 2000) * interval '1 hour', 'UTC', 15, created_at, created_at, 15, 5, 20
      FROM posts;
    INSERT INTO event_attendances (event_id, member_id, is_going, position)
      SELECT event_id, member_id, position <= 15, position FROM (
        SELECT events.id AS event_id, users.id AS member_id, row_number() OVER (PARTITION BY events.id) AS position
        FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM events) AS events
        JOIN (SELECT *, row_number() OVER (ORDER BY id) AS number FROM users) AS users
          ON (users.number - events.number) % 50 = 0
      ) AS pairs WHERE position <= 20;
    INSERT INTO event_notices (id, member_id, event_id, kind, title, event_date)
      SELECT gen_random_uuid(), member_id, event_id, 'changed', 'A walk', now() FROM event_attendances WHERE position <= 3;
    ANALYZE`);
  const member = await community.current.member();
  const { id } = (await member.call(contract.listEvents, {})).body[0]!;
  const params = { id };
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listEvents, {});
  await member.call(contract.listEvents, { query: { when: 'past' } });
  await member.call(contract.getEvent, { params });
  await member.call(contract.listEventNotices, {});
  await member.call(contract.answerEvent, { params, body: { going: true } });
  await member.call(contract.answerEvent, { params, body: { going: false } });
  await community.current.jobs.find(({ name }) => name === 'event-reminders')!.run();
  statements = sentStatements(query.mock.calls).filter(({ name }) => !ignoredStatements.has(name));
  query.mockRestore();
});
afterAll(() => client.release());

const attendanceStatements = (...statementNames: string[]) => [
  'lock_event',
  'event_answer_of_member',
  ...statementNames,
  'fill_places_of_event',
  'event_by_id',
];

test('each list takes one prepared statement, and a change of attendance five or six in two round trips', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    'upcoming_event_page_21',
    'past_event_page_21',
    'event_by_id',
    'event_notices_of_member',
    ...attendanceStatements('join_event'),
    ...attendanceStatements('leave_event', 'queue_notification'),
    '',
    '',
    '',
  ]);
});

test.each(planModes)('with %s there is no sequential scan and no list of events is sorted', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    const isList = statement.name.endsWith('_page_21');
    expect(isList && /Sort|Hash Join|Merge/.test(plan.join('\n')), statement.name).toBe(false);
  }
});
