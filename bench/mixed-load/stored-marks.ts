import type { Pool } from 'pg';

const marksIn = (table: string, column = 'content') =>
  `SELECT right(${column}, 36) AS mark FROM ${table} WHERE ${column} LIKE 'Written under load, %'`;

/** Queries that find the stored marks of each kind of write. A mark identifies one write; each copy has one row. */
const queries = {
  posts: marksIn('posts'),
  comments: `${marksIn('post_comments')} UNION ALL ${marksIn('meditation_comments')}`,
  messages: marksIn('messages'),
  entries: marksIn('journal_entries'),
  prompts: marksIn('journal_prompts', 'prompt'),
  events: marksIn('events', 'title'),
  reports: marksIn('reports', 'note'),
  profiles: marksIn('users', 'bio'),
  likes: `SELECT post_id || ' ' || member_id AS mark FROM post_likes JOIN posts ON posts.id = post_id
    WHERE content LIKE 'Written under load, %'`,
  votes: `SELECT post_id || ' ' || member_id || ' ' || option_id AS mark FROM poll_votes JOIN posts ON posts.id = post_id
    WHERE content LIKE 'Written under load, %'`,
  attendances: `SELECT event_id || ' ' || member_id AS mark FROM event_attendances`,
  connections: `SELECT member_id || ' ' || other_id || ' ' || state AS mark FROM connections
    WHERE state = 'requested' OR (state = 'connected' AND member_id < other_id)`,
  blocks: `SELECT member_id || ' ' || other_id AS mark FROM blocks WHERE is_by_member`,
  pictures: `SELECT id::text AS mark FROM media_files`,
  photos: `SELECT substring(profile_image_url FROM '[0-9a-f-]{36}') AS mark FROM users WHERE profile_image_url IS NOT NULL`,
  waitlist: `SELECT left(email, 36) AS mark FROM waitlist_entries`,
  accounts: `SELECT left(email, 36) AS mark FROM users WHERE email LIKE '%@newcomers.test'`,
  // A response is committed together with its key.
  keys: `SELECT key AS mark FROM idempotency_keys`,
} as const;

export type MarkKind = keyof typeof queries;

/** Kinds that also have rows of other origin. Only missing marks are reported for them. */
const shared: ReadonlySet<MarkKind> = new Set(['keys', 'pictures']);

export type Comparison = { lost: string[]; duplicates: string[]; unexpected: string[] };
export type Marks = ReadonlyMap<MarkKind, Iterable<string>>;

/** Reads all stored marks. */
export async function readStoredMarks(pool: Pool): Promise<Marks> {
  const marks = new Map<MarkKind, string[]>();
  for (const name of Object.keys(queries) as MarkKind[]) {
    const { rows } = await pool.query<{ mark: string }>(queries[name]);
    marks.set(
      name,
      rows.map(({ mark }) => mark),
    );
  }
  return marks;
}

/** Compares the stored marks with the expected ones. `before` are the marks from before the first write. */
export async function compareStoredMarks(pool: Pool, expected: Marks, before: Marks): Promise<Comparison> {
  const comparison: Comparison = { lost: [], duplicates: [], unexpected: [] };
  for (const [name, marks] of await readStoredMarks(pool)) {
    const [expectedMarks, marksBefore] = [new Set(expected.get(name)), new Set(before.get(name))];
    const seen = new Set<string>();
    for (const mark of marks) {
      if (seen.has(mark)) comparison.duplicates.push(`${name} ${mark}`);
      else if (!expectedMarks.has(mark) && !marksBefore.has(mark) && !shared.has(name))
        comparison.unexpected.push(`${name} ${mark}`);
      seen.add(mark);
    }
    for (const mark of expectedMarks) if (!seen.has(mark)) comparison.lost.push(`${name} ${mark}`);
  }
  return comparison;
}
