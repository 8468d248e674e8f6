import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { RedisServer } from '../../apps/server/test/redis-server.ts';
import { requireDefined } from './require-defined.ts';
import { productionSettings, type ServerProcess, startServer } from './server-process.ts';

export type Victim = 'server' | 'database' | 'both' | 'one of two servers' | 'Redis';

/** A running community whose parts can be killed. */
export type Site = {
  urls: string[];
  databaseUrl: string;
  /** Returns the process id of the first server. */
  pid: () => number;
  /** Kills a part and starts it again. Returns the seconds until everything is ready. */
  kill: (victim: Victim, duringOutage?: () => Promise<void>) => Promise<number>;
  stop: () => Promise<void>;
};

const readyWithinMilliseconds = 60_000;

/** Additional variables for a server of a site. */
export type SiteVariables = { TMPDIR?: string };

/** Production settings. The benchmark acts as the proxy, so that each visitor has their own address. */
const variablesFor = async (DATA_DIR: string) => ({
  ...productionSettings,
  TRUSTED_PROXIES: 'loopback',
  DATA_DIR,
  PORT: String(await findFreePort('127.0.0.1')),
});

/** Starts one server with its embedded PostgreSQL. */
export async function startAlone(dataDirectory: string, more: SiteVariables = {}): Promise<Site> {
  const variables = { ...(await variablesFor(dataDirectory)), ...more };
  let server = await startServer(variables);
  const databaseUrl = requireDefined(await findRunningEmbeddedPostgres(path.join(dataDirectory, 'database')));
  return {
    urls: [server.url],
    databaseUrl,
    pid: () => server.pid,
    async kill(victim) {
      const postmasterPid = await recordedPid(dataDirectory);
      const killedAt = performance.now();
      if (victim !== 'server') process.kill(postmasterPid, 'SIGKILL');
      if (victim !== 'database') await server.end('SIGKILL');
      if (victim === 'database')
        await waitUntilReady([server], async () => (await recordedPid(dataDirectory)) !== postmasterPid);
      else server = await startServer(variables);
      return (performance.now() - killedAt) / 1000;
    },
    stop: () => server.end('SIGTERM'),
  };
}

/** Starts two servers with one PostgreSQL, one folder for pictures and one Redis. */
export async function startPair(dataDirectory: string, random: () => number): Promise<Site> {
  const siteCleanups = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres({ directory: path.join(dataDirectory, 'database'), durability: 'full' });
  siteCleanups.defer(() => postgres.stop());
  const redis = await RedisServer.start();
  const endRedis = () => void redis.stop();
  process.once('exit', endRedis);
  siteCleanups.defer(() => {
    process.off('exit', endRedis);
    return redis.stop();
  });
  const createVariables = async () => ({
    ...(await variablesFor(dataDirectory)),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  });
  const variables = [await createVariables(), await createVariables()];
  const servers = await Promise.all(variables.map((own) => startServer(own)));
  siteCleanups.defer(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  });
  return {
    urls: servers.map(({ url }) => url),
    databaseUrl: postgres.url,
    pid: () => requireDefined(servers[0]).pid,
    async kill(victim, whileAway) {
      const killedAt = performance.now();
      if (victim === 'Redis') {
        await redis.stop();
        await waitUntilReady(servers);
        const seconds = (performance.now() - killedAt) / 1000;
        await whileAway?.();
        await redis.startAgain();
        await waitUntilReady(servers);
        return seconds;
      }
      const index = random() < 0.5 ? 0 : 1;
      await requireDefined(servers[index]).end('SIGKILL');
      await whileAway?.();
      servers[index] = await startServer(requireDefined(variables[index]));
      return (performance.now() - killedAt) / 1000;
    },
    stop: () => siteCleanups.disposeAsync(),
  };
}

async function recordedPid(dataDirectory: string): Promise<number> {
  const file = path.join(dataDirectory, 'database', 'cluster', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  // Pid 0 would signal this process and its whole group.
  if (!(pid > 1)) throw new Error(`No PostgreSQL runs in ${dataDirectory}.`);
  return pid;
}

/** Waits until all servers are ready. @throws Error after a minute. */
async function waitUntilReady(
  servers: readonly ServerProcess[],
  isBack: () => Promise<boolean> = async () => true,
): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMilliseconds;
  for (;;) {
    const areReady = await Promise.all(
      servers.map(async ({ url, explain }) => {
        const response = await fetch(`${url}/readyz`).catch(async (error: Error) => {
          const { message } = error.cause instanceof Error ? error.cause : error;
          throw new Error(
            `The server does not respond while its database or Redis restarts: ${message}. ${await explain()}`,
            {
              cause: error,
            },
          );
        });
        await response.arrayBuffer();
        return response.ok;
      }),
    );
    if (areReady.every(Boolean) && (await isBack())) return;
    if (performance.now() > giveUpAt) throw new Error('The servers were not ready again within a minute.');
    await wait(5);
  }
}
