import type { ClientBase } from 'pg';

/**
 * The size of a generated community. Posts have 5 likes and 2 comments on average, the newest has 100 comments. Every
 * tenth post has a poll, in which its likers voted. Each member blocked one other member, muted two, and meditated
 * `meditationsOfEach` times within 60 days.
 */
export type PopulationSize = { members: number; posts: number; meditationsOfEach?: number };

/** Posts are evenly distributed over a year. The newest is a minute old. */
const spanMilliseconds = 365 * 24 * 60 * 60 * 1000;

const words =
  'This morning I sat by the window before anybody else was awake, and for ten minutes there was nothing to do but ' +
  'breathe and listen to the rain. I had forgotten how kind a slow beginning can be. How do you start your days? ' +
  'Somebody here wrote last week that small steps count as well, and I have thought of it on every walk since.';

/**
 * Inserts members with a session each, posts, likes, comments and points with set-based SQL, about 100,000 rows per
 * second. The data is consistent, as if created through the services: ids are UUID v7 in the order of `created_at`,
 * counters match their rows, and scores and standings match the ledger. Authors follow a power law.
 */
export async function populate(
  client: ClientBase,
  { members, posts, meditationsOfEach = 0 }: PopulationSize,
): Promise<void> {
  const spacing = Math.max(1, Math.floor(spanMilliseconds / posts));
  // The functions and settings are local to this connection.
  await client.query(`
    CREATE OR REPLACE FUNCTION pg_temp.id_at(instant timestamptz, salt text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '7' || substr(md5(salt), 1, 3)
              || '8' || substr(md5(salt), 4, 15))::uuid
    $$;
    CREATE OR REPLACE FUNCTION pg_temp.fraction(number integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
      SELECT (hashint4(number)::bigint & 2147483647) / 2147483648.0
    $$;
    CREATE TEMPORARY TABLE made_members AS
      SELECT number, pg_temp.id_at(joined_at, 'member ' || number) AS id, joined_at
      FROM (SELECT number, date_trunc('milliseconds', now()) - interval '2 years' + number * interval '1 second' AS joined_at
            FROM generate_series(0, ${members} - 1) AS number) AS joined;
    CREATE UNIQUE INDEX ON made_members (number) INCLUDE (id);
    CREATE TEMPORARY TABLE made_posts AS
      SELECT number, pg_temp.id_at(created_at, 'post ' || number) AS id, created_at,
        floor(${members} * pg_temp.fraction(number) ^ 2)::integer AS author_number,
        number % 11 AS likes_count,
        CASE WHEN number = ${posts} THEN 100 ELSE number % 5 END AS comments_count
      FROM (SELECT number, date_trunc('milliseconds', now()) - interval '1 minute'
              - (${posts} - number) * ${spacing}::float8 * interval '1 millisecond' AS created_at
            FROM generate_series(1, ${posts}) AS number) AS spread;
    ANALYZE made_members, made_posts;

    INSERT INTO users (id, email, email_verified, name, first_name, last_name, title, guidelines_version, created_at, updated_at)
      SELECT id, 'member-' || number || '@members.test', true, 'Robin Field ' || number, 'Robin', 'Field ' || number,
        CASE WHEN number % 3 = 0 THEN 'Reader' END, 1, joined_at, joined_at
      FROM made_members;
    INSERT INTO sessions (id, user_id, token, expires_at)
      SELECT pg_temp.id_at(joined_at, 'session ' || number), id, md5('session ' || number), now() + interval '30 days'
      FROM made_members;
    INSERT INTO posts (id, author_id, content, likes_count, comments_count, created_at)
      SELECT made_posts.id, made_members.id,
        left('${words}', 60 + (pg_temp.fraction(-made_posts.number) * 300)::integer), likes_count, comments_count, created_at
      FROM made_posts JOIN made_members ON made_members.number = author_number ORDER BY made_posts.number;
    INSERT INTO post_likes (post_id, member_id, created_at)
      SELECT made_posts.id, made_members.id, created_at
      FROM made_posts CROSS JOIN LATERAL generate_series(1, least(likes_count, ${members})) AS turn
      JOIN made_members ON made_members.number = (author_number + turn * 7919) % ${members} ORDER BY made_posts.number;
    INSERT INTO polls (post_id, closes_at, votes_count)
      SELECT id, created_at + interval '3 days', least(likes_count, ${members}) FROM made_posts WHERE number % 10 = 0;
    INSERT INTO poll_options (id, post_id, position, text)
      SELECT pg_temp.id_at(created_at, 'option ' || number || ' ' || position), id, position,
        (ARRAY['Every day', 'Sometimes', 'Not yet'])[position]
      FROM made_posts CROSS JOIN generate_series(1, 3) AS position WHERE number % 10 = 0;
    INSERT INTO poll_votes (post_id, member_id, option_id)
      SELECT post_id, member_id, poll_options.id FROM post_likes JOIN poll_options USING (post_id)
      WHERE position = 1 + abs(hashtext(member_id::text)) % 3;
    UPDATE poll_options SET votes_count = counted.votes
      FROM (SELECT option_id, count(*) AS votes FROM poll_votes GROUP BY option_id) AS counted WHERE id = option_id;
    INSERT INTO post_comments (id, post_id, author_id, content, created_at)
      SELECT pg_temp.id_at(created_at + turn * interval '1 millisecond', made_posts.number || ' comment ' || turn),
        made_posts.id, made_members.id, left('${words}', 20 + (turn * 37) % 200), created_at + turn * interval '1 millisecond'
      FROM made_posts CROSS JOIN LATERAL generate_series(1, comments_count) AS turn
      JOIN made_members ON made_members.number = (author_number + turn * 104729) % ${members} ORDER BY made_posts.number;
    INSERT INTO points_ledger (id, member_id, kind, occasion, points, created_at)
      SELECT pg_temp.id_at(created_at, 'award ' || id), author_id, kind, id, 1, created_at
      FROM (SELECT id, author_id, 'post' AS kind, created_at FROM posts
            UNION ALL SELECT id, author_id, 'comment', created_at FROM post_comments) AS shared;
    INSERT INTO points_ledger (id, member_id, kind, occasion, points, seconds, created_at)
      SELECT pg_temp.id_at(at, 'meditation ' || number || ' ' || turn), id, 'meditation', turn,
        1 + (20000 * pg_temp.fraction(-number) ^ 8)::integer, 60 + number % 1800, at
      FROM made_members CROSS JOIN generate_series(1, ${meditationsOfEach}) AS turn
      CROSS JOIN LATERAL (
        SELECT now() - pg_temp.fraction(number * 7 + turn) * interval '60 days' AS at
      ) AS moment;
    UPDATE users SET mindfulness_score = earned.points, meditation_seconds = seconds, meditation_minutes = seconds / 60
      FROM (SELECT member_id, sum(points) AS points, sum(seconds) AS seconds FROM points_ledger GROUP BY member_id) AS earned
      WHERE users.id = earned.member_id;
    INSERT INTO leaderboard_standings (member_id, is_listed, score, month, month_score, week, week_score, reached_at)
      SELECT member_id, true, sum(points), month, coalesce(sum(points) FILTER (WHERE created_at >= month AT TIME ZONE 'UTC'), 0),
        week, coalesce(sum(points) FILTER (WHERE created_at >= week AT TIME ZONE 'UTC'), 0), max(created_at)
      FROM points_ledger CROSS JOIN (
        SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AS month, date_trunc('week', now() AT TIME ZONE 'UTC') AS week
      ) AS begins
      WHERE member_id IN (SELECT id FROM made_members)
      GROUP BY member_id, month, week;
    INSERT INTO blocks (member_id, other_id, is_by_member, is_by_other)
      SELECT one.id, other.id, true, false FROM made_members AS one
        JOIN made_members AS other ON other.number = (one.number + 3) % ${members} AND other.number <> one.number
      UNION ALL SELECT other.id, one.id, false, true FROM made_members AS one
        JOIN made_members AS other ON other.number = (one.number + 3) % ${members} AND other.number <> one.number
      ON CONFLICT DO NOTHING;
    INSERT INTO mutes (member_id, other_id)
      SELECT one.id, other.id FROM made_members AS one CROSS JOIN generate_series(1, 2) AS step
        JOIN made_members AS other ON other.number = (one.number + step) % ${members} AND other.number <> one.number
      ON CONFLICT DO NOTHING;
    DROP TABLE made_members, made_posts;`);
}

/** The amount of messages: each member started this many conversations of equal length. */
export type MessagePopulationSize = { conversationsOfEach: number; messagesInEach: number };

/**
 * Inserts conversations between existing members. The latest message of each was sent within the last year. Each
 * conversation has one photo, and three of four members are online.
 */
export async function populateMessages(
  client: ClientBase,
  { conversationsOfEach, messagesInEach }: MessagePopulationSize,
): Promise<void> {
  await client.query(`
    CREATE TEMPORARY TABLE writers AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM users;
    CREATE UNIQUE INDEX ON writers (number) INCLUDE (id);
    ANALYZE writers;
    INSERT INTO conversations (id, low_id, high_id, last_position)
      SELECT uuidv7(), least(one.id, other.id), greatest(one.id, other.id), ${messagesInEach}
      FROM writers AS one CROSS JOIN generate_series(1, ${conversationsOfEach}) AS turn
      JOIN writers AS other ON other.number = (one.number + turn * turn * 37) % (SELECT count(*) FROM writers)
      WHERE other.id <> one.id
      ON CONFLICT DO NOTHING;
    CREATE TEMPORARY TABLE made_conversations AS
      SELECT *, date_trunc('milliseconds', now()) - (hashint8(row_number() OVER ())::bigint & 2147483647) / 2147483648.0
        * interval '1 year' AS latest_at
      FROM conversations;
    INSERT INTO conversation_members
        (member_id, other_id, conversation_id, state, shown_position, shown_at, delivered_position, read_position, unread_count)
      SELECT side.member_id, side.other_id, id, 'accepted', last_position, latest_at, last_position, 0, last_position / 2
      FROM made_conversations
      CROSS JOIN LATERAL (VALUES (low_id, high_id), (high_id, low_id)) AS side (member_id, other_id)
      ORDER BY side.member_id;
    INSERT INTO media_files (id, owner_id, kind, width, height, created_at, attached_at)
      SELECT id, low_id, 'message-photo', 1200, 900, latest_at, latest_at FROM made_conversations;
    INSERT INTO live_processes (process_id, seen_at) VALUES ('00000000-0000-4000-8000-000000000000', 'infinity')
      ON CONFLICT DO NOTHING;
    INSERT INTO online_members (member_id, process_id, seen_at)
      SELECT id, '00000000-0000-4000-8000-000000000000', now() FROM writers WHERE number % 4 > 0;
    INSERT INTO messages (conversation_id, position, id, sender_id, receiver_id, content, photo_id, created_at)
      SELECT id, position, uuidv7(), CASE WHEN position % 2 = 0 THEN low_id ELSE high_id END,
        CASE WHEN position % 2 = 0 THEN high_id ELSE low_id END, left('${words}', 20 + position * 37 % 200),
        CASE WHEN position = 2 THEN id END, latest_at - (last_position - position) * interval '1 minute'
      FROM made_conversations CROSS JOIN generate_series(1, ${messagesInEach}) AS position
      ORDER BY id, position;
    DROP TABLE writers, made_conversations;`);
}
