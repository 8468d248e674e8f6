/**
 * Baseline for the application's rates: Fastify, pg and nothing else. Each route runs the statements that the
 * application sent to the database, one after another, and returns a fixed body. Runs as its own process. The
 * statements are in the file that the first parameter names.
 */
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Pool } from 'pg';
import type { SentStatement } from '../../apps/server/test/plans.ts';

type Read = { statement: SentStatement; responseBody: string };
export type BareServer = { databaseUrl: string; poolSize: number; reads?: Read[]; writes?: SentStatement[][] };

const {
  databaseUrl,
  poolSize,
  reads = [],
  writes = [],
} = JSON.parse(readFileSync(String(process.argv[2]), 'utf8')) as BareServer;

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

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Returns a function that replaces the ids in a statement's values. Ids of existing rows come from `ids`; an unknown id
 * gets one new id.
 */
function valuesWith(ids: Map<string, string>): (values: SentStatement['values']) => unknown[] {
  const idFor = (id: string) => ids.getOrInsertComputed(id, () => randomUUIDv7());
  return (values) => JSON.parse(JSON.stringify(values).replace(uuid, idFor)) as unknown[];
}

for (const [index, statements] of writes.entries())
  app.post<{ Body: Record<string, string> }>(`/write/${index}`, async ({ body }, reply) => {
    const valuesOf = valuesWith(new Map(Object.entries(body)));
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      for (const { name, text, values } of statements) await client.query({ name, text, values: valuesOf(values) });
      await client.query('COMMIT');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
    return reply.send({});
  });

process.once('SIGTERM', () => void app.close().then(() => pool.end()));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
