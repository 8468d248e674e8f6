import path from 'node:path';
import { findRunningEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { postmasterPidOf, startPostgres } from './database.ts';
import { requireDefined, type Run } from './measurement.ts';
import { productionSettings, type ServerProcess, startServer, type Variables } from './servers.ts';
import { type Service, startRedis } from './services.ts';
import { waitUntil } from './wait-until.ts';

/** A running community. The cleanups of its run stop it. */
export type Site = {
  urls: string[];
  /** Returns the current address: the embedded PostgreSQL gets another port when its server starts again. */
  databaseUrl: () => Promise<string>;
  /** Returns the process id of the first server. */
  pid: () => number;
  /** Variables of the storage of pictures, if it is not the data folder. */
  storage?: Record<string, string>;
};

export type StartSite<Started extends Site = Site> = (run: Run, variables: Variables) => Promise<Started>;

export type Victim = 'server' | 'database' | 'both' | 'one of two servers' | 'Redis';

/** A site whose parts can be killed. */
export type KillableSite = Site & {
  /** Kills a part and starts it again. Returns the seconds until everything is ready. */
  kill: (victim: Victim, duringOutage: () => Promise<void>) => Promise<number>;
};

/** Production settings. The benchmark acts as the proxy, so that each visitor has their own address. */
export const siteVariables = async (variables: Variables): Promise<Variables> => ({
  ...productionSettings,
  TRUSTED_PROXIES: 'loopback',
  PORT: String(await findFreePort('127.0.0.1')),
  ...variables,
});

/** Starts one server with its embedded PostgreSQL. */
export async function startAlone(run: Run, ownVariables: Variables): Promise<KillableSite> {
  const variables = await siteVariables(ownVariables);
  const directory = path.join(variables.DATA_DIR, 'database');
  let server = await startServer(run, variables);
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
      else server = await startServer(run, variables);
      return (performance.now() - killedAt) / 1000;
    },
  };
}

/** Two servers with one PostgreSQL and one Redis. They share their data folder unless pictures are in S3. */
export type Pair = KillableSite & {
  servers: ServerProcess[];
  redis: Service;
  /** Ends a server and starts it again. */
  restartServer: (index: number, signal: NodeJS.Signals, duringOutage?: () => Promise<void>) => Promise<void>;
  /** Restarts PostgreSQL as an update of its package does. */
  restartDatabase: () => Promise<void>;
};

export async function startPair(run: Run, variables: Variables): Promise<Pair> {
  const database = await startPostgres(path.join(variables.DATA_DIR, 'database'), run.cleanups);
  const redis = await startRedis(run.cleanups);
  const variablesOf = (index: number) => {
    const DATA_DIR = variables['S3_BUCKET'] ? path.join(variables.DATA_DIR, `server-${index}`) : variables.DATA_DIR;
    return siteVariables({ ...variables, DATA_DIR, DATABASE_URL: database.url, REDIS_URL: redis.url });
  };
  const variablesOfEach = [await variablesOf(0), await variablesOf(1)];
  const servers = await Promise.all(variablesOfEach.map((own) => startServer(run, own)));
  const restartServer: Pair['restartServer'] = async (index, signal, duringOutage) => {
    await requireDefined(servers[index]).end(signal);
    await duringOutage?.();
    servers[index] = await startServer(run, requireDefined(variablesOfEach[index]));
  };
  let killed = 0;
  return {
    urls: servers.map(({ url }) => url),
    databaseUrl: async () => database.url,
    pid: () => requireDefined(servers[0]).pid,
    servers,
    redis,
    restartServer,
    restartDatabase: () => database.restart(),
    async kill(victim, duringOutage) {
      const killedAt = performance.now();
      const secondsSince = () => (performance.now() - killedAt) / 1000;
      if (victim !== 'Redis') {
        await restartServer(killed++ % servers.length, 'SIGKILL', duringOutage);
        return secondsSince();
      }
      await redis.process.end('SIGKILL');
      await waitUntilReady(servers);
      const seconds = secondsSince();
      await duringOutage();
      await redis.start();
      await waitUntilReady(servers);
      return seconds;
    },
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
  const areReady = async () => (await Promise.all(servers.map(isReady))).every(Boolean) && (await isBack());
  if (!(await waitUntil(areReady, { pauseMilliseconds: 5 })))
    throw new Error('The servers were not ready again within a minute.');
}
