import type { PoolClient } from 'pg';

/**
 * Inserts reports with a case each, and a decision for closed cases. One case in fifty is open. Every other decision
 * was sent to its member, and a few of those are unread or appealed. Requires existing members.
 */
export async function populateModeration(client: PoolClient, count: number): Promise<void> {
  await client.query(`
    SET statement_timeout = 0;
    CREATE TEMPORARY TABLE numbered AS SELECT id, row_number() OVER () - 1 AS number FROM users;
    CREATE TEMPORARY TABLE made AS
      SELECT uuidv7() AS case_id, uuidv7() AS report_id, uuidv7() AS subject_id, one.number,
        now() - (one.number % 100000) * interval '1 minute' AS at, one.number % 50 = 0 AS is_open,
        reporter.id AS reporter_id, author.id AS author_id
      FROM generate_series(1, ${count}) AS one (number)
      JOIN numbered AS reporter ON reporter.number = one.number % (SELECT count(*) FROM numbered)
      JOIN numbered AS author ON author.number = one.number * 7 % (SELECT count(*) FROM numbered);
    INSERT INTO reports (id, reporter_id, subject_type, subject_id, reported_id, reason, evidence, state, created_at)
      SELECT report_id, reporter_id, 'post', subject_id, author_id, 'spam', '{"content": "Buy my cure"}',
        CASE WHEN is_open THEN 'received' ELSE 'closed' END, at
      FROM made;
    INSERT INTO moderation_cases (id, subject_type, subject_id, member_id, reports_count, reason, due_at, created_at, closed_at)
      SELECT case_id, 'post', subject_id, author_id, 1, 'spam', at + interval '3 days', at, CASE WHEN NOT is_open THEN at END
      FROM made;
    INSERT INTO moderation_case_reports SELECT report_id, case_id FROM made;
    INSERT INTO moderation_decisions (id, subject_type, subject_id, member_id, case_id, action, reason, is_told, seen_at, created_at)
      SELECT uuidv7(), 'post', subject_id, author_id, case_id, CASE WHEN number % 2 = 0 THEN 'dismiss' ELSE 'remove' END,
        'spam', number % 2 = 1, CASE WHEN number % 20 > 1 THEN at END, at
      FROM made WHERE NOT is_open;
    INSERT INTO moderation_appeals (id, decision_id, text, created_at)
      SELECT uuidv7(), id, 'Please look again.', created_at FROM moderation_decisions WHERE is_told AND seen_at IS NULL;
    DROP TABLE made, numbered;
    RESET statement_timeout;
    ANALYZE`);
}

/** Inserts actions of admins and moderators among the existing members. */
export async function populateAuditLog(client: PoolClient, count: number): Promise<void> {
  await client.query(`
    SET statement_timeout = 0;
    CREATE TEMPORARY TABLE actors AS SELECT id, row_number() OVER () - 1 AS place FROM users LIMIT 1000;
    INSERT INTO audit_log (id, actor_id, action, subject_type, member_id, details, created_at)
      SELECT uuidv7(), actor.id, CASE WHEN number % 400 = 0 THEN 'event.deleted' ELSE 'flag.set' END, 'member', actor.id, '{}', now()
      FROM generate_series(1, ${count}) AS number
      JOIN actors AS actor ON actor.place = number % (SELECT count(*) FROM actors);
    DROP TABLE actors;
    RESET statement_timeout;
    ANALYZE`);
}
