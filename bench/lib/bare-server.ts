/**
 * Baseline for the application's rates: Fastify, pg and nothing else. Each route runs the statement that the
 * application sent to the database and returns a fixed body. Runs as its own process. The statements are in the file
 * that the first parameter names.
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Pool } from 'pg';
import type { SentStatement } from '../../apps/server/test/plans.ts';

export type BareServer = {
  databaseUrl: string;
  poolSize: number;
  reads: { statement: SentStatement; responseBody: string }[];
};

const { databaseUrl, poolSize, reads } = JSON.parse(readFileSync(String(process.argv[2]), 'utf8')) as BareServer;

const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
const app = fastify();

app.get('/ready', async () => {
  await pool.query('SELECT 1');
  return 'ok';
});

for (const [index, { statement, responseBody }] of reads.entries())
  app.get(`/read/${index}`, async (_request, reply) => {
    await pool.query({ name: statement.name, text: statement.text, values: [...statement.values], rowMode: 'array' });
    return reply.type('application/json; charset=utf-8').send(responseBody);
  });

process.once('SIGTERM', () => void app.close().then(() => pool.end()));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
