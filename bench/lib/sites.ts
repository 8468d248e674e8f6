import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { RedisServer } from '../../apps/server/test/redis-server.ts';
import { postmasterPidOf } from './database.ts';
import { requireDefined } from './measurement.ts';
import { productionSettings, type ServerProcess, startServer, type Variables } from './servers.ts';

export type Victim = 'server' | 'database' | 'both' | 'one of two servers' | 'Redis';

/** A running community whose parts can be killed. */
export type Site = {
  urls: string[];
  /** Returns the current address: the embedded PostgreSQL gets another port when its server starts again. */
  databaseUrl: () => Promise<string>;
  /** Returns the process id of the first server. */
  pid: () => number;
  /** Variables of the storage of pictures, if it is not the data folder. */
  storage?: Record<string, string>;
  /** Kills a part and starts it again. Returns the seconds until everything is ready. */
  kill: (victim: Victim, duringOutage?: () => Promise<void>) => Promise<number>;
  stop: () => Promise<void>;
};

const readyWithinMilliseconds = 60_000;

/** Production settings. The benchmark acts as the proxy, so that each visitor has their own address. */
export const siteVariables = async (variables: Variables): Promise<Variables> => ({
  ...productionSettings,
  TRUSTED_PROXIES: 'loopback',
  PORT: String(await findFreePort('127.0.0.1')),
  ...variables,
});

/** Starts one server with its embedded PostgreSQL. */
export async function startAlone(ownVariables: Variables): Promise<Site> {
  const variables = await siteVariables(ownVariables);
  const directory = path.join(variables.DATA_DIR, 'database');
  let server = await startServer(variables);
  return {
    urls: [server.url],
    databaseUrl: async () => requireDefined(await findRunningEmbeddedPostgres(directory)),
    pid: () => server.pid,
    async kill(victim) {
      const postmasterPid = await postmasterPidOf(directory);
      const killedAt = performance.now();
      if (victim !== 'server') process.kill(postmasterPid, 'SIGKILL');
      if (victim !== 'database') await server.end('SIGKILL');
      if (victim === 'database')
        await waitUntilReady([server], async () => (await postmasterPidOf(directory)) !== postmasterPid);
      else server = await startServer(variables);
      return (performance.now() - killedAt) / 1000;
    },
    stop: () => server.end('SIGTERM'),
  };
}

/** Starts two servers with one PostgreSQL, one folder for pictures and one Redis. */
export async function startPair(variables: Variables): Promise<Site> {
  const siteCleanups = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres({
    directory: path.join(variables.DATA_DIR, 'database'),
    durability: 'full',
  });
  siteCleanups.defer(() => postgres.stop());
  const redis = await RedisServer.start();
  const endRedis = () => void redis.stop();
  process.once('exit', endRedis);
  siteCleanups.defer(() => {
    process.off('exit', endRedis);
    return redis.stop();
  });
  const services = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const variablesOfEach = [
    await siteVariables({ ...variables, ...services }),
    await siteVariables({ ...variables, ...services }),
  ];
  const servers = await Promise.all(variablesOfEach.map((own) => startServer(own)));
  let killed = 0;
  siteCleanups.defer(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  });
  return {
    urls: servers.map(({ url }) => url),
    databaseUrl: async () => postgres.url,
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
      const index = killed++ % servers.length;
      await requireDefined(servers[index]).end('SIGKILL');
      await whileAway?.();
      servers[index] = await startServer(requireDefined(variablesOfEach[index]));
      return (performance.now() - killedAt) / 1000;
    },
    stop: () => siteCleanups.disposeAsync(),
  };
}

/** @throws Error when the server does not respond. */
async function isReady({ url, explain }: ServerProcess): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch (error) {
    throw new Error(`The server does not respond while another part restarts. ${await explain()}`, { cause: error });
  }
}

/** Waits until all servers are ready. @throws Error after a minute. */
async function waitUntilReady(servers: readonly ServerProcess[], isBack = async () => true): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMilliseconds;
  while (!((await Promise.all(servers.map(isReady))).every(Boolean) && (await isBack()))) {
    if (performance.now() > giveUpAt) throw new Error('The servers were not ready again within a minute.');
    await wait(5);
  }
}
