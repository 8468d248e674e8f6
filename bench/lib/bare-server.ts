/**
 * What the application's rates are held against: Fastify, pg and nothing else. Each route runs the least SQL that does
 * the work and answers fixed bytes. Runs as a process of its own; what it runs comes in the environment.
 */
import { randomUUIDv7 } from 'node:crypto';
import fastify from 'fastify';
import { Pool, type PoolClient } from 'pg';
import type { SentStatement } from '../../apps/server/test/plans.ts';

export type BareServer = { databaseUrl: string; poolSize: number; read?: { statement: SentStatement; answer: string } };

const { databaseUrl, poolSize, read } = JSON.parse(process.env['BARE_SERVER'] ?? '{}') as BareServer;

const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
const app = fastify();

app.get('/ready', async () => {
  await pool.query('SELECT 1');
  return 'ok';
});

if (read) {
  const { statement, answer } = read;
  app.get('/read', async (_request, reply) => {
    await pool.query({ name: statement.name, text: statement.text, values: [...statement.values], rowMode: 'array' });
    return reply.type('application/json; charset=utf-8').send(answer);
  });
}

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

type Write = { memberId: string; postId: string; content: string };

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

process.once('SIGTERM', () => void app.close().then(() => pool.end()));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
