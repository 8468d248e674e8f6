import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { databaseName, prepareCluster, roleName } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';
import { createInvocation } from '../../apps/server/src/platform/embedded-postgres/identity.ts';
import { serverParameters } from '../../apps/server/src/platform/embedded-postgres/settings.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { installFromDebian } from '../../scripts/lib/debian-packages.ts';
import { acceptsStatements } from '../lib/database.ts';
import type { Bench, Measurement } from '../lib/measurement.ts';
import { startProcess } from '../lib/processes.ts';
import { startServer, type Variables } from '../lib/servers.ts';
import { type Site, siteVariables } from '../lib/sites.ts';
import { openLoadedCommunity, recoveryMeasurements, secondsUntilAccepted } from '../mixed-load/community.ts';

/** Finds Debian's libfaketime. */
const findLibrary = (): string | undefined =>
  ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
    .find((file) => existsSync(file));

const movedSeconds = { full: 20, quick: 3 };
/** Seconds until a process sees a moved clock: libfaketime reads the offset from a file once a second. */
const detectionSeconds = 2;
type ClockOwner = 'server' | 'database';

const moves: { title: string; owners: ClockOwner[]; seconds: number }[] = [
  { title: 'clocks an hour ahead', owners: ['server', 'database'], seconds: 3_600 },
  { title: 'clocks an hour back', owners: ['server', 'database'], seconds: -3_600 },
  { title: 'the clock of the server an hour ahead', owners: ['server'], seconds: 3_600 },
  { title: 'the clock of the database an hour ahead', owners: ['database'], seconds: 3_600 },
];

/**
 * Moves the clocks of the running server and its PostgreSQL an hour ahead and an hour back, together and separately,
 * under load. Timers are not affected: they use the monotonic clock.
 */
export async function measureClock({ quick, cleanups }: Bench): Promise<Measurement[]> {
  const library = findLibrary() ?? (installFromDebian('libfaketime') ? findLibrary() : undefined);
  if (library === undefined)
    return [
      { name: 'clock moved: not run', value: 1, unit: '', note: 'needs libfaketime: apt-get install libfaketime' },
    ];
  let folder = '';
  const move = (owner: ClockOwner, seconds: number) =>
    writeFile(path.join(folder, `${owner}-clock`), `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const variablesOf = (owner: ClockOwner) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path.join(folder, `${owner}-clock`),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const start = async (variables: Variables): Promise<Site> => {
    folder = path.dirname(variables.DATA_DIR);
    for (const owner of ['server', 'database'] as const) await move(owner, 0);
    const databaseFolder = path.join(variables.DATA_DIR, 'database');
    const databaseUrl = await startPostgres(databaseFolder, variablesOf('database'), cleanups);
    const ownVariables = { ...variables, DATABASE_URL: databaseUrl, ...variablesOf('server') };
    const server = await startServer(await siteVariables(ownVariables));
    return {
      urls: [server.url],
      databaseUrl: async () => databaseUrl,
      pid: () => server.pid,
      kill: () => Promise.reject(new Error('This benchmark kills nothing.')),
      stop: () => server.end('SIGTERM'),
    };
  };
  const community = await openLoadedCommunity(cleanups, { start });
  const measurements: Measurement[] = [];
  for (const { title, owners, seconds } of moves)
    for (const [suffix, offset, lasting] of [
      ['', seconds, movedSeconds[quick ? 'quick' : 'full']],
      [', and right again', 0, 1],
    ] as const) {
      await Promise.all(owners.map((owner) => move(owner, offset)));
      const recovered = await community.underLoad(async () => {
        await wait(1000 * detectionSeconds);
        const acceptedAfter = await secondsUntilAccepted(community.responses);
        await wait(1000 * lasting);
        return acceptedAfter;
      });
      measurements.push(...recoveryMeasurements(`${title}${suffix}`, community.responses, recovered));
    }
  return [...measurements, ...(await community.verify('clock moved'))];
}

/** Starts PostgreSQL as the server does, but with additional variables, which the server does not pass on. */
async function startPostgres(directory: string, variables: Record<string, string>, cleanups: AsyncDisposableStack) {
  await mkdir(directory, { recursive: true });
  const binaries = await findBinaries();
  const cluster = await prepareCluster(directory, binaries, 'full');
  const port = await findFreePort('127.0.0.1');
  const parameters = serverParameters(cluster.folder, port, 'full');
  const invocation = createInvocation(cluster.identity, binaries.postgres, parameters);
  const url = `postgres://${roleName}:${cluster.password}@127.0.0.1:${port}/${databaseName}`;
  const { env, uid, gid } = invocation.options;
  await startProcess([invocation.file, ...invocation.parameters], {
    env: { ...(env as Record<string, string>), ...variables },
    account: uid === undefined || gid === undefined ? undefined : { uid, gid },
    isReady: () => acceptsStatements(url),
    cleanups,
    endWith: 'SIGINT',
  });
  return url;
}
