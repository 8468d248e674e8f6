import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import { getUnreadNotifications } from '@commons/contract/notifications/schemas';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { databaseName, prepareCluster, roleName } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';
import { createInvocation } from '../../apps/server/src/platform/embedded-postgres/identity.ts';
import { serverParameters } from '../../apps/server/src/platform/embedded-postgres/settings.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { installFromDebian } from '../../scripts/lib/debian-packages.ts';
import { acceptsStatements } from '../lib/database.ts';
import { type Bench, type Measurement, requireDefined, rounded } from '../lib/measurement.ts';
import { startProcess } from '../lib/processes.ts';
import { fetchText, startServer, type Variables } from '../lib/servers.ts';
import { type Site, siteVariables } from '../lib/sites.ts';
import {
  type LoadedCommunity,
  openLoadedCommunity,
  recoveryMeasurements,
  secondsUntilAccepted,
} from '../mixed-load/community.ts';

/** Finds Debian's libfaketime. */
const findLibrary = (): string | undefined =>
  ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
    .find((file) => existsSync(file));

const movedSeconds = { full: 20, quick: 3 };
/** Seconds until a process sees a moved clock: libfaketime reads the offset from a file once a second. */
const detectionSeconds = 2;
const maxNotificationSeconds = 10;
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
      databaseUrl,
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
      measurements.push(...(await measureMovedClock(community, `${title}${suffix}`, lasting)));
    }
  return [...measurements, ...(await community.verify('clock moved'))];
}

async function measureMovedClock(
  { load, responses, underLoad }: LoadedCommunity,
  title: string,
  lastingSeconds: number,
): Promise<Measurement[]> {
  const [recovered, notified] = await underLoad(async () => {
    await wait(1000 * detectionSeconds);
    const accepted = await secondsUntilAccepted(responses);
    const notifiedAfter = await secondsUntilNotified(requireDefined(load.urls[0]), load.world.members);
    await wait(1000 * lastingSeconds);
    return [accepted, notifiedAfter];
  });
  return [
    ...recoveryMeasurements(title, responses, recovered),
    {
      name: `${title}: notification of a comment after`,
      value: notified,
      unit: 's',
      target: { atMost: maxNotificationSeconds },
      note: 'a task in the database',
    },
  ];
}

/** Returns the seconds until the author of a post is notified of a comment. */
async function secondsUntilNotified(url: string, members: readonly { cookie: string }[]): Promise<number> {
  const [author, reader] = [requireDefined(members.at(-1)).cookie, requireDefined(members.at(-2)).cookie];
  const send = (cookie: string, address: string, content: string) => {
    const headers = { 'content-type': 'application/json' };
    return fetchText(`${url}${address}`, cookie, { method: 'POST', headers, body: JSON.stringify({ content }) });
  };
  const countUnread = async () =>
    (JSON.parse(await fetchText(`${url}${getUnreadNotifications.path}`, author)) as { count: number }).count;
  const { id } = JSON.parse(await send(author, createPost.path, 'What time is it?')) as { id: string };
  const before = await countUnread();
  const startedAt = performance.now();
  await send(reader, createComment.path.replace('{id}', id), 'An hour later than you think');
  while ((await countUnread()) <= before) {
    if (performance.now() - startedAt > 60_000) return Number.POSITIVE_INFINITY;
    await wait(50);
  }
  return rounded((performance.now() - startedAt) / 1000, 2);
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
