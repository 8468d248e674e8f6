import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import type { Database } from '../database/database.ts';

/** Readiness of this process. `drain` makes it report not ready until it stops. */
export type Readiness = { drain: () => void };

/** Time limit of the database probe. Proxies typically wait two seconds. */
export const databaseProbeMilliseconds = 1_500;

/**
 * Serves `/livez` (the process runs) and `/readyz` (it is not stopping and its database answers). `/readyz` reports
 * `degraded` but ready if an optional dependency is unavailable.
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  { isDegraded }: { isDegraded: () => boolean },
): Readiness {
  let isDraining = false;
  const probePool = openProbe(app, db.$client);
  let pendingProbe: Promise<boolean> | undefined;
  /** Concurrent probes share one query, because anyone can request `/readyz`. */
  const checkDatabase = () => {
    pendingProbe ??= canReachDatabase(probePool).finally(() => {
      pendingProbe = undefined;
    });
    return pendingProbe;
  };
  const config = { access: 'public' } as const;
  const schema = { hide: true };
  app.get('/livez', { config, schema, logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config, schema, logLevel: 'silent' }, async (_request, reply) => {
    const isReady = !isDraining && (await checkDatabase());
    const status = isDraining ? 'stopping' : !isReady ? 'database away' : isDegraded() ? 'degraded' : 'ok';
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
  return {
    drain() {
      isDraining = true;
    },
  };
}

/**
 * Opens a connection for probes, so that a busy process with a full pool stays ready. A hanging connection is replaced.
 */
function openProbe(app: FastifyInstance, { options }: Pool): Pool {
  const probePool = new Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: 2 * databaseProbeMilliseconds,
    query_timeout: 2 * databaseProbeMilliseconds,
  });
  // The next probe reports the error.
  probePool.on('error', () => undefined);
  probePool.on('connect', (client) => client.on('error', () => undefined));
  app.addHook('onClose', () => probePool.end());
  return probePool;
}

async function falseAfterTimeout(): Promise<false> {
  await wait(databaseProbeMilliseconds, undefined, { ref: false });
  // After a pause of the process, timers run before pending input is read.
  return nextTurn(false);
}

const canReachDatabase = (probePool: Pool): Promise<boolean> =>
  Promise.race([
    probePool.query('SELECT 1').then(
      () => true,
      () => false,
    ),
    falseAfterTimeout(),
  ]);
