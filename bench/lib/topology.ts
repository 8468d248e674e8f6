import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { systemProgram } from '../../scripts/lib/system-programs.ts';
import { openPool } from './database.ts';
import { productionSettings, type ServerProcess, startServer } from './server-process.ts';
import { startSystemProcess, type SystemProcess } from './system-process.ts';
import { makeFolder } from './workspace.ts';

/** A service that the servers depend on. It can be ended, started again at the same address, or suspended. */
export type Service = { process: SystemProcess; start: () => Promise<void> };

/** The services of `compose.yaml` on loopback: a proxy, two servers, PostgreSQL, Valkey or Redis, and S3. */
export type Topology = {
  /** Address of the proxy. */
  url: string;
  /** The server processes, to check directly whether each is ready. */
  servers: ServerProcess[];
  /** Restarts a server, with another build if its program is given. */
  restartServer: (index: number, program?: string) => Promise<void>;
  redis: Service;
  files: Service;
  pool: Pool;
  /** Restarts PostgreSQL as an update of its package does. */
  restartDatabase: () => Promise<void>;
};

const proxyConfiguration = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const s3Program = fileURLToPath(new URL('../../node_modules/fauxqs/dist/server.js', import.meta.url));
const makeBucketProgram = fileURLToPath(new URL('../../apps/server/src/make-bucket.ts', import.meta.url));
const bucket = 'commons-media';

/** Seconds that a stopping server keeps answering, as in the deploy guides. */
const drainSeconds = '4';

export async function openTopology(cleanups: AsyncDisposableStack): Promise<Topology> {
  const folder = await makeFolder(cleanups);
  const database = await openPostgres(path.join(folder, 'database'), cleanups);
  const [redisPort, filesPort, proxyPort] = [await port(), await port(), await port()];
  const serverPorts = [await port(), await port()];
  const url = `http://127.0.0.1:${proxyPort}`;

  const redis = await startService([systemProgram('redis'), ...redisOptions(redisPort)], redisPort, cleanups);
  const files = await startService([process.execPath, s3Program], filesPort, cleanups, {
    FAUXQS_PORT: `${filesPort}`,
    FAUXQS_S3_STORAGE_DIR: path.join(folder, 'files'),
  });
  const s3 = {
    S3_ENDPOINT: `http://127.0.0.1:${filesPort}`,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  execFileSync(process.execPath, [makeBucketProgram], { cwd: '/', env: s3 });

  const start = (servicePort: number, program?: string) =>
    startServer(
      {
        ...productionSettings,
        DATA_DIR: path.join(folder, `server-${servicePort}`),
        PORT: String(servicePort),
        PUBLIC_URL: url,
        TRUSTED_PROXIES: 'loopback',
        DATABASE_URL: database.url,
        REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        ...s3,
        DRAIN_SECONDS: drainSeconds,
      },
      cleanups,
      program === undefined ? undefined : [program],
    );
  const servers: ServerProcess[] = [];
  for (const servicePort of serverPorts) servers.push(await start(servicePort));

  await startSystemProcess([systemProgram('caddy'), 'run', '--config', proxyConfiguration, '--adapter', 'caddyfile'], {
    port: proxyPort,
    env: {
      SITE_ADDRESS: url,
      UPSTREAMS: serverPorts.map((servicePort) => `127.0.0.1:${servicePort}`).join(' '),
      CADDY_ADMIN: `127.0.0.1:${await port()}`,
      HOME: folder,
    },
    cleanups,
  });
  return {
    url,
    servers,
    redis,
    files,
    pool: openPool(database.url, cleanups),
    restartDatabase: () => database.restart(),
    async restartServer(index, program) {
      await servers[index]?.end('SIGTERM');
      servers[index] = await start(serverPorts[index] ?? 0, program);
    },
  };
}

const port = () => findFreePort('127.0.0.1');

const redisOptions = (servicePort: number) => [
  '--port',
  `${servicePort}`,
  '--bind',
  '127.0.0.1',
  '--save',
  '',
  '--appendonly',
  'no',
];

async function startService(
  command: readonly string[],
  servicePort: number,
  cleanups: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<Service> {
  const start = () => startSystemProcess(command, { port: servicePort, cleanups, env });
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
  execFileSync(
    path.join(path.dirname(program), 'initdb'),
    ['--pgdata', folder, '--username', 'postgres', '--auth', 'scram-sha-256', '--pwfile', passwordFile].concat([
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
    ]),
    { cwd: '/', stdio: 'ignore', ...account },
  );
  const servicePort = await port();
  const options = { listen_addresses: '127.0.0.1', port: servicePort, unix_socket_directories: '' };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () =>
    startSystemProcess([program, '-D', folder, ...settings], {
      port: servicePort,
      account,
      cleanups,
      endWith: 'SIGQUIT',
    });
  let running = await start();
  const url = `postgres://postgres:${secret}@127.0.0.1:${servicePort}/postgres`;
  await waitForPostgres(url);
  return {
    url,
    async restart() {
      // SIGINT is the "fast" shutdown: it closes connections and rolls transactions back.
      await running.end('SIGINT');
      running = await start();
    },
  };
}

async function waitForPostgres(url: string): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(url, cleanups);
  for (let tries = 0; tries < 500; tries += 1) {
    const isConnected = await pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (isConnected) return;
    await wait(20);
  }
  throw new Error('PostgreSQL does not respond.');
}

function accountOf(name: string): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
