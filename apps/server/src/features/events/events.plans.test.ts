import * as contract from '@commons/contract/events/schemas';
import { testPlans } from '../../../test/plans.ts';

/** A change of attendance takes five or six statements, in two round trips. */
const attendanceStatements = (...names: string[]) => [
  'lock_event',
  'event_answer_of_member',
  ...names,
  'fill_places_of_event',
  'event_by_id',
];

testPlans({
  fill: `
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
      SELECT gen_random_uuid(), member_id, event_id, 'changed', 'A walk', now() FROM event_attendances WHERE position <= 3`,
  async prepare(community) {
    const member = await community.member();
    const { id } = (await member.call(contract.listEvents, {})).body[0]!;
    const params = { id };
    return async () => {
      await member.call(contract.listEvents, {});
      await member.call(contract.listEvents, { query: { when: 'past' } });
      await member.call(contract.getEvent, { params });
      await member.call(contract.listEventNotices, {});
      await member.call(contract.answerEvent, { params, body: { going: true } });
      await member.call(contract.answerEvent, { params, body: { going: false } });
      await community.jobs.find(({ name }) => name === 'event-reminders')!.run();
    };
  },
  names: [
    'upcoming_event_page_21',
    'past_event_page_21',
    'event_by_id',
    'event_notices_of_member',
    ...attendanceStatements('join_event'),
    ...attendanceStatements('leave_event', 'queue_notification'),
    // The reminders.
    '',
    '',
    '',
  ],
  unsorted: /_page_21$/,
});
