import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installFromDebian } from '../../scripts/lib/debian-packages.ts';
import { makeFolder, startPostgres } from '../lib/database.ts';
import type { Bench, Measurement } from '../lib/measurement.ts';
import { startServer } from '../lib/servers.ts';
import { type StartSite, siteVariables } from '../lib/sites.ts';
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
export async function measureClock(bench: Bench): Promise<Measurement[]> {
  const library = findLibrary() ?? (installFromDebian('libfaketime') ? findLibrary() : undefined);
  if (library === undefined)
    return [
      { name: 'clock moved: not run', value: 1, unit: '', note: 'needs libfaketime: apt-get install libfaketime' },
    ];
  const folder = await makeFolder(bench.cleanups);
  const move = (owner: ClockOwner, seconds: number) =>
    writeFile(path.join(folder, `${owner}-clock`), `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const variablesOf = (owner: ClockOwner) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path.join(folder, `${owner}-clock`),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const start: StartSite = async (run, variables) => {
    for (const owner of ['server', 'database'] as const) await move(owner, 0);
    const databaseFolder = path.join(variables.DATA_DIR, 'database');
    const { url } = await startPostgres(databaseFolder, run.cleanups, variablesOf('database'));
    const ownVariables = { ...variables, DATABASE_URL: url, ...variablesOf('server') };
    const server = await startServer(run, await siteVariables(ownVariables));
    return { urls: [server.url], databaseUrl: async () => url, pid: () => server.pid };
  };
  const community = await openLoadedCommunity(bench, { start });
  const measurements: Measurement[] = [];
  for (const { title, owners, seconds } of moves)
    for (const [suffix, offset, lasting] of [
      ['', seconds, movedSeconds[bench.quick ? 'quick' : 'full']],
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
