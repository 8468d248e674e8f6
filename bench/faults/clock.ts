import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import { getUnreadNotifications } from '@commons/contract/notifications/schemas';
import { Client } from 'pg';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { databaseName, prepareCluster, roleName } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';
import { createInvocation } from '../../apps/server/src/platform/embedded-postgres/identity.ts';
import { serverParameters } from '../../apps/server/src/platform/embedded-postgres/settings.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { installFromDebian } from '../../scripts/lib/debian-packages.ts';
import { fetchText } from '../lib/fetch-text.ts';
import { type Measurement, rounded } from '../lib/measurement.ts';
import { requireDefined } from '../lib/require-defined.ts';
import { productionSettings, startServer } from '../lib/server-process.ts';
import type { Site } from '../lib/sites.ts';
import {
  unclearErrorsMeasurement,
  maxRecoverySeconds,
  skippedMeasurement,
  openScenario,
  recoveryMeasurement,
  type Scenario,
  secondsUntilAccepted,
} from './scenario.ts';

/** Path of Debian's libfaketime, by processor architecture. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
const hourSeconds = 3_600;
const movedSeconds = { full: 20, quick: 5 };
/** Seconds until a process sees a moved clock: libfaketime reads the offset from a file once a second. */
const detectionSeconds = 2;
type ClockOwner = 'server' | 'database';

/**
 * Moves the clocks of the running server and its PostgreSQL an hour ahead and an hour back, together and separately,
 * under load. Timers are not affected: they use the monotonic clock.
 */
export async function measureClock(quick: boolean): Promise<Measurement[]> {
  const faketimeLibrary = library ?? (installFromDebian('libfaketime') ? library : undefined);
  if (!faketimeLibrary) return [skippedMeasurement('clock moved', 'needs libfaketime: apt-get install libfaketime')];
  const measurements: Measurement[] = [];
  const moves: { title: string; owner: ClockOwner[]; seconds: number }[] = [
    { title: 'clocks an hour ahead', owner: ['server', 'database'], seconds: hourSeconds },
    { title: 'clocks an hour back', owner: ['server', 'database'], seconds: -hourSeconds },
    { title: 'the clock of the server an hour ahead', owner: ['server'], seconds: hourSeconds },
    { title: 'the clock of the database an hour ahead', owner: ['database'], seconds: hourSeconds },
  ];
  await using cleanups = new AsyncDisposableStack();
  const clocks = await openClocks(cleanups, faketimeLibrary);
  const scenario = await openScenario(cleanups, { start: clocks.start });
  for (const { title, owner, seconds } of moves) {
    measurements.push(
      ...(await measureMove(scenario, clocks, title, {
        owner,
        seconds: seconds,
        lasting: quick ? movedSeconds.quick : movedSeconds.full,
      })),
    );
    measurements.push(
      ...(await measureMove(scenario, clocks, `${title}, and right again`, { owner, seconds: 0, lasting: 1 })),
    );
  }
  return [...measurements, ...(await scenario.verify('clock moved'))];
}

type Clocks = Awaited<ReturnType<typeof openClocks>>;

async function measureMove(
  { load, responses, underLoad }: Scenario,
  clocks: Clocks,
  title: string,
  { owner, seconds, lasting }: { owner: ClockOwner[]; seconds: number; lasting: number },
): Promise<Measurement[]> {
  responses.clear();
  const [recovered, notified] = await underLoad(async () => {
    await Promise.all(owner.map((each) => clocks.move(each, seconds)));
    await wait(1000 * detectionSeconds);
    const accepted = await secondsUntilAccepted(responses);
    const notifiedAfter = await secondsUntilNotified(load.urls[0] ?? '', load.world.members);
    await wait(1000 * lasting);
    return [accepted, notifiedAfter];
  });
  return [
    unclearErrorsMeasurement(title, responses),
    recoveryMeasurement(title, recovered),
    {
      name: `${title}: notification of a comment after`,
      value: notified,
      unit: 's',
      target: { atMost: maxRecoverySeconds },
      note: 'a task in the database',
    },
  ];
}

/** Returns the seconds until the author of a post is notified of a comment. */
async function secondsUntilNotified(url: string, members: readonly { cookie: string }[]): Promise<number> {
  const [author, reader] = [requireDefined(members.at(-1)).cookie, requireDefined(members.at(-2)).cookie];
  const send = (cookie: string, address: string, content: string) =>
    fetchText(`${url}${address}`, cookie, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
  const unread = async () =>
    (JSON.parse(await fetchText(`${url}${getUnreadNotifications.path}`, author)) as { count: number }).count;
  const { id } = JSON.parse(await send(author, createPost.path, 'What time is it?')) as { id: string };
  const before = await unread();
  const startedAt = performance.now();
  await send(reader, createComment.path.replace('{id}', id), 'An hour later than you think');
  while ((await unread()) <= before) {
    if (performance.now() - startedAt > 60_000) return Number.POSITIVE_INFINITY;
    await wait(50);
  }
  return rounded((performance.now() - startedAt) / 1000, 2);
}

/** Returns a `start` for a server and its PostgreSQL, and a `move` that moves either clock while they run. */
async function openClocks(cleanups: AsyncDisposableStack, preload: string) {
  let folder = '';
  const fileOf = (owner: ClockOwner) => path.join(folder, `${owner}-clock`);
  const move = (owner: ClockOwner, seconds: number) =>
    writeFile(fileOf(owner), `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const variablesOf = (owner: ClockOwner) => ({
    LD_PRELOAD: preload,
    FAKETIME_TIMESTAMP_FILE: fileOf(owner),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const start = async (dataDirectory: string): Promise<Site> => {
    folder = path.dirname(dataDirectory);
    for (const owner of ['server', 'database'] as const) await move(owner, 0);
    const databaseUrl = await startPostgres(cleanups, path.join(dataDirectory, 'database'), variablesOf('database'));
    const server = await startServer({
      ...productionSettings,
      TRUSTED_PROXIES: 'loopback',
      DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl,
      ...variablesOf('server'),
    });
    return {
      urls: [server.url],
      databaseUrl,
      pid: () => server.pid,
      kill: () => Promise.reject(new Error('This benchmark kills nothing.')),
      stop: () => server.end('SIGTERM'),
    };
  };
  return { move, start };
}

/** Starts PostgreSQL as the server does, but with additional variables, which the server does not pass on. */
async function startPostgres(cleanups: AsyncDisposableStack, directory: string, variables: Record<string, string>) {
  await mkdir(directory, { recursive: true });
  const binaries = await findBinaries();
  const cluster = await prepareCluster(directory, binaries, 'full');
  const port = await findFreePort('127.0.0.1');
  const { file, parameters, options } = createInvocation(
    cluster.identity,
    binaries.postgres,
    serverParameters(cluster.folder, port, 'full'),
  );
  const postgres = spawn(file, parameters, { ...options, env: { ...options.env, ...variables }, stdio: 'ignore' });
  const killOnExit = () => postgres.kill('SIGINT');
  process.once('exit', killOnExit);
  cleanups.defer(async () => {
    process.off('exit', killOnExit);
    const ended = once(postgres, 'exit');
    postgres.kill('SIGINT');
    await ended;
  });
  const url = `postgres://${roleName}:${cluster.password}@127.0.0.1:${port}/${databaseName}`;
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) {
      await client.end();
      return url;
    }
    if (performance.now() > giveUpAt) throw new Error('PostgreSQL did not start.');
    await wait(50);
  }
}
