/**
 * What the application's rates are held against: Fastify, pg and nothing else. Each route runs the least SQL that does
 * the work and answers fixed bytes. Runs as a process of its own; what it runs comes in the environment.
 */
import { randomUUIDv7 } from 'node:crypto';
import fastify from 'fastify';
import { Pool, type PoolClient } from 'pg';
import type { SentStatement } from '../../apps/server/test/plans.ts';

type Read = { statement: SentStatement; answer: string };
export type BareServer = { databaseUrl: string; poolSize: number; reads?: Read[] };

const { databaseUrl, poolSize, reads = [] } = JSON.parse(process.env['BARE_SERVER'] ?? '{}') as BareServer;

const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
const app = fastify();

app.get('/ready', async () => {
  await pool.query('SELECT 1');
  return 'ok';
});

for (const [index, { statement, answer }] of reads.entries())
  app.get(`/read/${index}`, async (_request, reply) => {
    await pool.query({ name: statement.name, text: statement.text, values: [...statement.values], rowMode: 'array' });
    return reply.type('application/json; charset=utf-8').send(answer);
  });

async function inTransaction(run: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await run(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

type Write = { memberId: string; postId: string; receiverId: string; eventId: string; content: string };

app.post<{ Body: Write }>('/post', async ({ body }, reply) => {
  const id = randomUUIDv7();
  await inTransaction((client) =>
    client.query({
      name: 'post',
      text: 'INSERT INTO posts (id, author_id, content, created_at) VALUES ($1, $2, $3, now())',
      values: [id, body.memberId, body.content],
    }),
  );
  return reply.status(201).send({ id });
});

app.post<{ Body: Write }>('/comment', async ({ body }, reply) => {
  const id = randomUUIDv7();
  await inTransaction(async (client) => {
    await client.query({
      name: 'comment',
      text: 'INSERT INTO post_comments (id, post_id, author_id, content, created_at) VALUES ($1, $2, $3, $4, now())',
      values: [id, body.postId, body.memberId, body.content],
    });
    await client.query({
      name: 'comments_count',
      text: 'UPDATE posts SET comments_count = comments_count + 1 WHERE id = $1',
      values: [body.postId],
    });
  });
  return reply.status(201).send({ id });
});

app.post<{ Body: Write }>('/like', async ({ body }, reply) => {
  await inTransaction(async (client) => {
    await client.query({
      name: 'like',
      text: 'INSERT INTO post_likes (post_id, member_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [body.postId, body.memberId],
    });
    await client.query({
      name: 'likes_count',
      text: 'UPDATE posts SET likes_count = likes_count + 1 WHERE id = $1',
      values: [body.postId],
    });
  });
  return reply.send({ isLiked: true });
});

app.post<{ Body: Write }>('/message', async ({ body }, reply) => {
  const id = randomUUIDv7();
  const now = new Date();
  await inTransaction(async (client) => {
    const { rows } = await client.query<{ id: string; position: number }>({
      name: 'conversation',
      text: `INSERT INTO conversations (id, low_id, high_id, last_position)
        VALUES ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 1)
        ON CONFLICT (low_id, high_id) DO UPDATE SET last_position = conversations.last_position + 1
        RETURNING id, last_position AS position`,
      values: [id, body.memberId, body.receiverId],
    });
    await client.query({
      name: 'message',
      text: `INSERT INTO messages (conversation_id, position, id, sender_id, receiver_id, content, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [rows[0]?.id, rows[0]?.position, id, body.memberId, body.receiverId, body.content, now],
    });
    await client.query({
      name: 'shown',
      text: `INSERT INTO conversation_members AS entry
          (member_id, other_id, conversation_id, state, shown_position, shown_at, unread_count)
        VALUES (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid), $3, 'accepted', $4, $5, 1),
          (greatest($1::uuid, $2::uuid), least($1::uuid, $2::uuid), $3, 'accepted', $4, $5, 1)
        ON CONFLICT (member_id, other_id) DO UPDATE
        SET shown_position = $4, shown_at = $5, unread_count = entry.unread_count + 1`,
      values: [body.memberId, body.receiverId, rows[0]?.id, rows[0]?.position, now],
    });
  });
  return reply.status(201).send({ id });
});

app.post<{ Body: Write }>('/listen', async ({ body }, reply) => {
  await inTransaction(async (client) => {
    await client.query({
      name: 'listen',
      text: `INSERT INTO points_ledger (id, member_id, kind, occasion, points, seconds) VALUES ($1, $2, 'listening', $3, 1, 61)`,
      values: [randomUUIDv7(), body.memberId, randomUUIDv7()],
    });
    await client.query({
      name: 'figures',
      text: `UPDATE users SET mindfulness_score = mindfulness_score + 1, meditation_seconds = meditation_seconds + 61,
        meditation_minutes = (meditation_seconds + 61) / 60 WHERE id = $1`,
      values: [body.memberId],
    });
  });
  return reply.send({ pointsAwarded: 1 });
});

app.post<{ Body: Write }>('/answer', async ({ body: { eventId, memberId } }, reply) => {
  await inTransaction(async (client) => {
    await client.query({
      name: 'answer',
      text: `INSERT INTO event_attendances (event_id, member_id, is_going, position)
        SELECT id, $2, true, answers_count + 1 FROM events WHERE id = $1 FOR NO KEY UPDATE`,
      values: [eventId, memberId],
    });
    await client.query({
      name: 'event_figures',
      text: `UPDATE events SET going_count = going_count + 1, answers_count = answers_count + 1,
        attendance_revision = attendance_revision + 1 WHERE id = $1`,
      values: [eventId],
    });
  });
  return reply.send({ id: eventId });
});

process.once('SIGTERM', () => void app.close().then(() => pool.end()));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
