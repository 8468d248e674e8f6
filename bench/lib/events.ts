import type { Pool } from 'pg';

/** Adds upcoming events. Each has answers from 200 members: 100 are going and 100 are on the waiting list. */
export async function addEvents(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `WITH added AS (
       INSERT INTO events (id, title, description, event_date, time_zone, location, max_attendees, created_at, updated_at,
         going_count, waiting_count, answers_count)
       SELECT uuidv7(), 'Walk ' || number, repeat('Two hours, slowly. ', 20), date_trunc('hour', now()) + number * interval '1 day',
         'Europe/Berlin', 'The old gate', 100, now(), now(), 100, 100, 200
       FROM generate_series(1, $1::int) AS number RETURNING id
     ), members AS (SELECT id, row_number() OVER () AS position FROM (SELECT id FROM users LIMIT 200) AS chosen)
     INSERT INTO event_attendances (event_id, member_id, is_going, position)
     SELECT added.id, members.id, position <= 100, position FROM added CROSS JOIN members`,
    [count],
  );
}

/** Adds upcoming events without answers and without a limit of attendees. Returns their ids. */
export async function addOpenEvents(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO events (id, title, event_date, time_zone, created_at, updated_at)
     SELECT uuidv7(), 'Walk ' || number, date_trunc('hour', now()) + number * interval '1 day', 'Europe/Berlin', now(), now()
     FROM generate_series(1, $1::int) AS number RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
