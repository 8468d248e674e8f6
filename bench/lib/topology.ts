import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { acceptsConnections } from '../../apps/server/test/redis-server.ts';
import { systemProgram } from '../../scripts/lib/system-programs.ts';
import { acceptsStatements } from './database.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { type ServerProcess, startServer, type Variables } from './servers.ts';
import { type Site, siteVariables } from './sites.ts';

/** A service that the servers depend on. It can be ended, started again at the same address, or suspended. */
export type Service = { process: RunningProcess; start: () => Promise<void> };

/** The services of `compose.yaml` on loopback: a proxy, two servers, PostgreSQL, Valkey or Redis, and S3. */
export type Topology = Site & {
  /** The server processes behind the proxy. */
  servers: ServerProcess[];
  restartServer: (index: number) => Promise<void>;
  redis: Service;
  files: Service;
  /** Restarts PostgreSQL as an update of its package does. */
  restartDatabase: () => Promise<void>;
};

const proxyConfiguration = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const s3Program = fileURLToPath(new URL('../../node_modules/fauxqs/dist/server.js', import.meta.url));
const makeBucketProgram = fileURLToPath(new URL('../../apps/server/src/commands/make-bucket.ts', import.meta.url));

/** Seconds that a stopping server keeps answering, as in the deploy guides. */
const drainSeconds = '4';

export async function openTopology({ DATA_DIR }: Variables, cleanups: AsyncDisposableStack): Promise<Topology> {
  const database = await openPostgres(path.join(DATA_DIR, 'database'), cleanups);
  const [redisPort, filesPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const serverPorts = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${proxyPort}`;

  const redisOptions = ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = await startService([systemProgram('redis'), ...redisOptions], redisPort, cleanups);
  const files = await startService([process.execPath, s3Program], filesPort, cleanups, {
    FAUXQS_PORT: `${filesPort}`,
    FAUXQS_S3_STORAGE_DIR: path.join(DATA_DIR, 'files'),
  });
  const storage = {
    S3_ENDPOINT: `http://127.0.0.1:${filesPort}`,
    S3_BUCKET: 'commons-media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  execFileSync(process.execPath, [makeBucketProgram], { cwd: '/', env: storage });

  const start = async (port: number) =>
    startServer(
      await siteVariables({
        DATA_DIR: path.join(DATA_DIR, `server-${port}`),
        PORT: String(port),
        PUBLIC_URL: url,
        DATABASE_URL: database.url,
        REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        ...storage,
        DRAIN_SECONDS: drainSeconds,
      }),
      cleanups,
    );
  const servers: ServerProcess[] = [];
  for (const port of serverPorts) servers.push(await start(port));

  await startProcess([systemProgram('caddy'), 'run', '--config', proxyConfiguration, '--adapter', 'caddyfile'], {
    isReady: () => acceptsConnections(proxyPort),
    env: {
      SITE_ADDRESS: url,
      UPSTREAMS: serverPorts.map((port) => `127.0.0.1:${port}`).join(' '),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: DATA_DIR,
    },
    cleanups,
  });
  return {
    urls: [url],
    databaseUrl: async () => database.url,
    storage,
    pid: () => servers[0]?.pid ?? Number.NaN,
    kill: () => Promise.reject(new Error('The drill ends the services itself.')),
    // The cleanups end the processes.
    stop: async () => {},
    servers,
    redis,
    files,
    restartDatabase: () => database.restart(),
    async restartServer(index) {
      await servers[index]?.end('SIGTERM');
      servers[index] = await start(serverPorts[index] ?? 0);
    },
  };
}

const freePort = () => findFreePort('127.0.0.1');

async function startService(
  command: readonly string[],
  port: number,
  cleanups: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<Service> {
  const isReady = () => acceptsConnections(port);
  const start = () => startProcess(command, { isReady, cleanups, env, endWith: 'SIGKILL' });
  const service: Service = {
    process: await start(),
    async start() {
      service.process = await start();
    },
  };
  return service;
}

/** Starts the system's PostgreSQL with its default durability. PostgreSQL refuses to run as root. */
async function openPostgres(folder: string, cleanups: AsyncDisposableStack) {
  const program = systemProgram('postgres');
  const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
  await mkdir(folder, { mode: 0o700 });
  const secret = randomBytes(24).toString('hex');
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, secret, { mode: 0o600 });
  if (account) for (const each of [folder, passwordFile]) await chown(each, account.uid, account.gid);
  const security = ['--username', 'postgres', '--auth', 'scram-sha-256', '--pwfile', passwordFile];
  execFileSync(
    path.join(path.dirname(program), 'initdb'),
    ['--pgdata', folder, ...security, '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    { cwd: '/', stdio: 'ignore', ...account },
  );
  const port = await freePort();
  const options = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://postgres:${secret}@127.0.0.1:${port}/postgres`;
  const isReady = () => acceptsStatements(url);
  const start = () =>
    startProcess([program, '-D', folder, ...settings], { isReady, account, cleanups, endWith: 'SIGQUIT' });
  let running = await start();
  return {
    url,
    async restart() {
      // SIGINT is the "fast" shutdown: it closes connections and rolls transactions back.
      await running.end('SIGINT');
      running = await start();
    },
  };
}

function accountOf(name: string): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
