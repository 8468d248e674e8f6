import { randomUUID } from 'node:crypto';
import { ask } from './lib/ask.ts';
import { openDatabase } from './lib/database.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { present } from './lib/present.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** What happens at once stays true: likes of one post by many, and one post sent ten times. */
export async function measureLikes(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: 100 });
  const members = await signInMembers(pool, 50);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);

  const { rows } = await pool.query<{ id: string; before: number }>(
    'SELECT id, likes_count AS before FROM posts ORDER BY id DESC LIMIT 1',
  );
  const { id, before } = present(rows[0]);
  const startedAt = performance.now();
  // Each member presses twice, so that in the end nobody's like has moved.
  await Promise.all(
    [...members, ...members].map(({ cookie }) => ask(`${server.url}/api/posts/${id}/like`, cookie, { method: 'POST' })),
  );
  const milliseconds = performance.now() - startedAt;
  const { rows: after } = await pool.query<{ counter: number; likes: number }>(
    `SELECT likes_count AS counter, (SELECT count(*)::int FROM post_likes WHERE post_id = $1) AS likes
     FROM posts WHERE id = $1`,
    [id],
  );
  const { counter, likes } = present(after[0]);

  const author = present(members[0]);
  const key = randomUUID();
  const content = `Sent ten times at once: ${key}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask(`${server.url}/api/posts`, author.cookie, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ content }),
      }),
    ),
  );
  const { rows: made } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE content = $1',
    [content],
  );
  const none = { atMost: 0 };
  return [
    {
      name: '100 presses at once by 50 members: counter and rows differ by',
      value: Math.abs(counter - likes),
      unit: '',
      bar: none,
      note: `${Math.round(milliseconds)} ms`,
    },
    {
      name: '100 presses at once by 50 members: likes that moved',
      value: Math.abs(likes - before),
      unit: '',
      bar: none,
      note: `${before} before, ${likes} after two presses each`,
    },
    { name: 'one key ten times at once: posts too many', value: present(made[0]).count - 1, unit: '', bar: none },
    { name: 'one key ten times at once: answers that differ', value: new Set(answers).size - 1, unit: '', bar: none },
  ];
}
