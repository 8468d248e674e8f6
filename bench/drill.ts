import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { populate } from '../apps/server/test/population.ts';
import { type Measurement, median, percentile, rounded } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { closeAll, compareLogs, waitForDelivery, sendUntilAborted } from './lib/message-community.ts';
import { type Kind, type MixedCalls, type Outcome, startMixedCalls } from './lib/mixed-calls.ts';
import { copyWithOtherBuild } from './lib/other-build.ts';
import { requireDefined } from './lib/require-defined.ts';
import { openTopology, type Topology } from './lib/topology.ts';

/** Enough members that none reaches a rate limit. */
const callingMembers = 400;
const writingMembers = 24;
const writingPauseMilliseconds = 1_200;
/** Time until the proxy uses a restarted server again: slightly more than its health check interval. */
const healthCheckMilliseconds = 2_000;
const targets = { databaseSeconds: 5, filesSeconds: 5, liveMilliseconds: 1_000, hungLiveMilliseconds: 5_000 };

type Drill = {
  topology: Topology;
  calls: MixedCalls;
  exchange: Exchange;
  member: SignedInMember;
  picturePath: string;
  quick: boolean;
};

/**
 * Runs the services of `compose.yaml` under load: two servers behind the proxy, PostgreSQL, Redis and S3. Restarts the
 * servers one after another, then fails and restores each service.
 */
export async function measureDrill({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const topology = await openTopology(cleanups);
  const { url, pool } = topology;
  const members = await populateCommunity(pool);
  const writers = members.slice(0, writingMembers);
  const exchange = newExchange([url]);
  const clients = writers.map(
    (member, index) =>
      new MessageClient(member, requireDefined(writers[index % 2 ? index - 1 : index + 1]).id, exchange, 0),
  );
  cleanups.defer(() => closeAll(clients));
  for (const client of clients) await client.open();

  const callers = members.slice(writingMembers);
  const picture = await uploadPicture(url, requireDefined(callers[0]));
  const calls = startMixedCalls(url, callers, picture);
  const stopWriting = new AbortController();
  const writingDone = Promise.all(
    clients.map((client) => sendUntilAborted(stopWriting.signal, client, writingPauseMilliseconds)),
  );
  const drill: Drill = {
    topology,
    calls,
    exchange,
    member: requireDefined(callers[1]),
    picturePath: picture.path,
    quick,
  };

  const measurements = [
    ...(await measureBaseline(drill)),
    ...(await measureRollingRestart(drill)),
    ...(await measureUpdate(drill, await copyWithOtherBuild(cleanups))),
    ...(await measureWithoutRedis(drill)),
    ...(await measureDatabaseRestart(drill)),
    ...(await measureWithoutFiles(drill)),
  ];
  await calls.stop();
  stopWriting.abort();
  await writingDone;
  await waitForDelivery(clients, pool);
  const comparison = await compareLogs(clients, exchange, pool);
  const postCounts = await recountPosts(pool, calls.acknowledged);
  const zeroTarget = { unit: '', bar: { atMost: 0 } };
  return [
    ...measurements,
    {
      name: 'acknowledged posts that are lost',
      value: postCounts.lost,
      ...zeroTarget,
      note: `${calls.acknowledged.size} posts`,
    },
    { name: 'duplicate posts', value: postCounts.duplicates, ...zeroTarget },
    { name: 'messages missing', value: comparison.missing, ...zeroTarget, note: `${comparison.stored} messages` },
    { name: 'duplicate messages', value: comparison.duplicates, ...zeroTarget },
    { name: 'messages out of order', value: comparison.outOfOrder, ...zeroTarget },
  ];
}

async function populateCommunity(pool: Pool): Promise<SignedInMember[]> {
  const client = await pool.connect();
  await populate(client, { members: callingMembers + writingMembers, posts: 1_000 });
  client.release(true);
  const members = await signInMembers(pool, callingMembers + writingMembers);
  await deleteBlocks(pool);
  await connectPairs(pool, members);
  return members;
}

async function uploadPicture(url: string, member: SignedInMember) {
  const create = { width: 400, height: 300, channels: 3, background: 'teal' } as const;
  const file = await sharp({ create }).png().toBuffer();
  const body = new FormData();
  body.append('file', new File([new Uint8Array(file)], 'picture.png', { type: 'image/png' }));
  const response = await fetch(`${url}/api/uploads/images`, {
    method: 'POST',
    body,
    headers: { cookie: member.cookie, 'idempotency-key': randomUUID() },
  });
  if (response.status !== 201)
    throw new Error(`The picture was not accepted: ${response.status} ${await response.text()}`);
  return { path: ((await response.json()) as { url: string }).url, file };
}

/** Runs an action and returns the outcomes of all calls and the latencies of live messages during it. */
async function recordDuring({ calls, exchange }: Drill, action: () => Promise<void>) {
  await calls.takeOutcomes();
  exchange.latencies.length = 0;
  await action();
  const outcomes = await calls.takeOutcomes();
  const latencies = exchange.latencies.splice(0);
  return { outcomes, latencies };
}

const waitSeconds = ({ quick }: Drill, full: number) => wait((quick ? full / 2 : full) * 1_000);

const fileKinds: ReadonlySet<Kind> = new Set(['picture', 'upload']);

/** Counts outcomes by kind and status: `2 × post 502, 1 × feed without a response`. */
function describe(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status } of outcomes) {
    const outcome = `${kind} ${status ?? 'without a response'}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}

/** Counts the calls without the expected response. */
function measureFailures(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(({ isExpected }) => !isExpected);
  const note = [`of ${outcomes.length}`, describe(failed)].filter(Boolean).join(': ');
  return { name, value: failed.length, unit: '', target: { atMost: 0 }, note };
}

const liveLatency = (name: string, latencies: readonly number[], atMost?: number): Measurement => ({
  name,
  value: rounded(percentile([...latencies], 0.99), 1),
  unit: 'ms',
  ...(atMost !== undefined && { target: { atMost } }),
  note: `p50 ${rounded(median(latencies), 1)} ms, slowest ${rounded(Math.max(...latencies), 1)} ms, ${latencies.length} messages`,
});

async function measureBaseline(drill: Drill): Promise<Measurement[]> {
  await waitSeconds(drill, 4);
  const { outcomes, latencies } = await recordDuring(drill, () => waitSeconds(drill, 12));
  return [
    measureFailures('undisturbed: calls refused or wrong', outcomes),
    liveLatency('undisturbed: live message p99', latencies, targets.liveMilliseconds),
  ];
}

/** Restarts one server after another. In between, waits until the proxy has detected that the restarted one is back. */
async function measureRollingRestart(drill: Drill): Promise<Measurement[]> {
  const rounds = drill.quick ? 1 : 3;
  const { outcomes } = await recordDuring(drill, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const index of drill.topology.servers.keys()) {
        await drill.topology.restartServer(index);
        await wait(healthCheckMilliseconds);
      }
  });
  return [measureFailures(`rolling restart of both servers, ${rounds} times: calls refused or wrong`, outcomes)];
}

/**
 * While one server has the new build and the other the old one, a page and each of its files may come from either.
 * Updates each server in turn and requests the files of both builds from both servers.
 */
async function measureUpdate(drill: Drill, newBuild: string): Promise<Measurement[]> {
  const { topology, member } = drill;
  const missing: string[] = [];
  let requested = 0;
  const requestFiles = async () => {
    const pages = topology.servers.flatMap(({ url }) => ['/', '/events', '/waitlist'].map((page) => `${url}${page}`));
    const documents = await Promise.all(
      pages.map(async (page) => (await fetch(page, { headers: { cookie: member.cookie } })).text()),
    );
    const files = new Set(documents.flatMap((html) => html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)\b/g) ?? []));
    for (const { url } of topology.servers)
      for (const file of files) {
        requested += 1;
        const { status } = await fetch(`${url}${file}`);
        if (status !== 200) missing.push(`${file} ${status}`);
      }
    return files;
  };
  const builds = new Set<string>();
  const { outcomes } = await recordDuring(drill, async () => {
    for (const index of topology.servers.keys()) {
      await topology.restartServer(index, newBuild);
      await wait(healthCheckMilliseconds);
      for (const file of await requestFiles()) if (file.includes('/entry.client-')) builds.add(file);
      await topology.restartServer(index);
      await wait(healthCheckMilliseconds);
    }
  });
  if (builds.size !== 2) throw new Error(`The servers had ${builds.size} builds instead of two.`);
  return [
    {
      name: 'update of one server: files of either build missing on a server',
      value: missing.length,
      unit: '',
      target: { atMost: 0 },
      note: [`of ${requested}`, missing.slice(0, 5).join(', ')].filter(Boolean).join(': '),
    },
    measureFailures('update of one server: calls refused or wrong', outcomes),
  ];
}

async function measureWithoutRedis(drill: Drill): Promise<Measurement[]> {
  const { redis } = drill.topology;
  const withoutRedis = await recordDuring(drill, async () => {
    await redis.process.end('SIGKILL');
    await waitSeconds(drill, 12);
  });
  const afterReturn = await recordDuring(drill, async () => {
    await redis.start();
    await waitSeconds(drill, 8);
  });
  const whileHung = await recordDuring(drill, async () => {
    redis.process.freeze();
    await waitSeconds(drill, 12);
    redis.process.thaw();
    await waitSeconds(drill, 6);
  });
  return [
    measureFailures('Redis gone: calls refused or wrong', withoutRedis.outcomes),
    liveLatency('Redis gone: live message p99', withoutRedis.latencies, targets.liveMilliseconds),
    measureFailures('Redis back: calls refused or wrong', afterReturn.outcomes),
    liveLatency('Redis back: live message p99', afterReturn.latencies),
    measureFailures('Redis hung and back: calls refused or wrong', whileHung.outcomes),
    liveLatency('Redis hung and back: live message p99', whileHung.latencies, targets.hungLiveMilliseconds),
  ];
}

async function measureDatabaseRestart(drill: Drill): Promise<Measurement[]> {
  const { topology } = drill;
  const rounds = drill.quick ? 2 : 5;
  const readySeconds: number[] = [];
  const duringRestarts = await recordDuring(drill, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await topology.restartDatabase();
      await waitUntilAvailable(topology.url, '/api/posts', drill.member);
      readySeconds.push((performance.now() - startedAt) / 1_000);
      await wait(healthCheckMilliseconds);
    }
  });
  const after = await recordDuring(drill, () => waitSeconds(drill, 6));
  const failed = duringRestarts.outcomes.filter(({ isExpected }) => !isExpected);
  const withoutRetryAfter = failed.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter);
  return [
    {
      name: 'PostgreSQL restarted: responds to members again after',
      value: rounded(Math.max(...readySeconds), 2),
      unit: 's',
      target: { atMost: targets.databaseSeconds },
      note: `from the shutdown request, the slowest of ${rounds}: ${readySeconds.map((each) => rounded(each, 2)).join(', ')} s`,
    },
    {
      name: 'PostgreSQL restarted: failed calls without 503 and Retry-After',
      value: withoutRetryAfter.length,
      unit: '',
      target: { atMost: 0 },
      note: `${failed.length} of ${duringRestarts.outcomes.length} calls failed: ${describe(failed) || 'none'}`,
    },
    measureFailures('PostgreSQL restarted: calls refused or wrong afterwards', after.outcomes),
  ];
}

async function measureWithoutFiles(drill: Drill): Promise<Measurement[]> {
  const { files, url } = drill.topology;
  const measurements: Measurement[] = [];
  const failAndRestore = async (failure: string, fail: () => Promise<void>, restore: () => Promise<void>) => {
    // Includes the calls in flight at the failure: their pictures arrive incomplete.
    const { outcomes } = await recordDuring(drill, async () => {
      await fail();
      await waitSeconds(drill, 12);
    });
    const startedAt = performance.now();
    await restore();
    await waitUntilAvailable(url, drill.picturePath, drill.member);
    const backSeconds = (performance.now() - startedAt) / 1_000;
    measurements.push(
      measureFailuresWithoutRetryAfter(
        `S3 ${failure}: failed pictures and uploads without 503 and Retry-After`,
        outcomes,
      ),
      measureFailures(
        `S3 ${failure}: other calls refused or wrong`,
        outcomes.filter(({ kind }) => !fileKinds.has(kind)),
      ),
      {
        name: `S3 ${failure}: pictures available after its return`,
        value: rounded(backSeconds, 2),
        unit: 's',
        target: { atMost: targets.filesSeconds },
      },
    );
  };
  await failAndRestore('gone', () => files.process.end('SIGKILL'), files.start);
  await failAndRestore(
    'hung',
    async () => files.process.freeze(),
    async () => files.process.thaw(),
  );
  const after = await recordDuring(drill, () => waitSeconds(drill, 6));
  return [...measurements, measureFailures('S3 back: calls refused or wrong', after.outcomes)];
}

function measureFailuresWithoutRetryAfter(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(({ kind, isExpected }) => fileKinds.has(kind) && !isExpected);
  const unexplained = failed.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter);
  const slowest = Math.max(0, ...failed.map(({ milliseconds }) => milliseconds));
  const note = `${failed.length} were refused, the slowest after ${rounded(slowest)} ms: ${describe(failed)}`;
  return { name, value: unexplained.length, unit: '', target: { atMost: 0 }, note };
}

async function waitUntilAvailable(url: string, path: string, { cookie }: SignedInMember): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const isAvailable = await fetch(`${url}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(10_000) }).then(
      async (response) => (await response.arrayBuffer()) && response.ok,
      () => false,
    );
    if (isAvailable) return;
    if (performance.now() > giveUpAt) throw new Error(`${path} was not available again within a minute.`);
    await wait(20);
  }
}

/** Counts the acknowledged posts that are missing and the posts that exist twice. */
async function recountPosts(pool: Pool, acknowledged: ReadonlyMap<string, string>) {
  const { rows } = await pool.query<{ id: string; content: string }>(
    "SELECT id, content FROM posts WHERE content LIKE 'Written in the drill: %'",
  );
  const stored = new Map(rows.map(({ id, content }) => [id, content]));
  const lost = [...acknowledged].filter(([id, content]) => stored.get(id) !== content).length;
  return { lost, duplicates: rows.length - new Set(stored.values()).size };
}
