import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import type { Database } from '../database/database.ts';

/** Whether this process should be sent traffic; `drain` turns it off for good. */
export type Readiness = { drain: () => void };

/** How long the database may take to answer whether it is there: a proxy gives up after two seconds. */
export const databaseProbeMilliseconds = 1_500;

/**
 * `/livez`: the process runs. `/readyz`: it is not stopping and its database answers; `degraded`, which is still ready,
 * when something is away that it can do without for a while.
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  { isDegraded }: { isDegraded: () => boolean },
): Readiness {
  let draining = false;
  const probe = openProbe(app, db.$client);
  let asking: Promise<boolean> | undefined;
  /** Asked once for all who want to know at the same time: anybody may. */
  const isAnswering = () => {
    asking ??= databaseAnswers(probe).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const config = { access: 'public' } as const;
  const schema = { hide: true };
  app.get('/livez', { config, schema, logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config, schema, logLevel: 'silent' }, async (_request, reply) => {
    const isReady = !draining && (await isAnswering());
    const status = draining ? 'stopping' : !isReady ? 'database away' : isDegraded() ? 'degraded' : 'ok';
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
  return {
    drain() {
      draining = true;
    },
  };
}

/**
 * A connection of its own, from the first question on: a busy process, whose calls wait for theirs, is ready all the same.
 * One on which nothing comes back is given up.
 */
function openProbe(app: FastifyInstance, { options }: Pool): Pool {
  const probe = new Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: 2 * databaseProbeMilliseconds,
    query_timeout: 2 * databaseProbeMilliseconds,
  });
  // Whoever asks next is told.
  probe.on('error', () => undefined);
  probe.on('connect', (client) => client.on('error', () => undefined));
  app.addHook('onClose', () => probe.end());
  return probe;
}

async function falseWhenLate(): Promise<false> {
  await wait(databaseProbeMilliseconds, undefined, { ref: false });
  // A process that stood still runs its timers before it reads what has come meanwhile.
  return nextTurn(false);
}

const databaseAnswers = (probe: Pool): Promise<boolean> =>
  Promise.race([
    probe.query('SELECT 1').then(
      () => true,
      () => false,
    ),
    falseWhenLate(),
  ]);
