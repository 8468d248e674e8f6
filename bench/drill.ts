import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { populate } from '../apps/server/test/population.ts';
import { type Measurement, median, percentile, rounded } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { closeAll, compare, settle, writeAt } from './lib/message-community.ts';
import { type Kind, type MixedCalls, type Outcome, startMixedCalls } from './lib/mixed-calls.ts';
import { copyWithOtherBuild } from './lib/other-build.ts';
import { present } from './lib/present.ts';
import { openTopology, type Topology } from './lib/topology.ts';

/** Enough members that none reaches a rate limit. */
const callingMembers = 400;
const writingMembers = 24;
const writingPauseMilliseconds = 1_200;
/** Time until the proxy uses a restarted server again: slightly more than its health check interval. */
const healthCheckMilliseconds = 2_000;
const bars = { databaseSeconds: 5, filesSeconds: 5, liveMilliseconds: 1_000, hungLiveMilliseconds: 5_000 };

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
    (member, index) => new MessageClient(member, present(writers[index % 2 ? index - 1 : index + 1]).id, exchange, 0),
  );
  cleanups.defer(() => closeAll(clients));
  for (const client of clients) await client.open();

  const calling = members.slice(writingMembers);
  const picture = await uploadPicture(url, present(calling[0]));
  const calls = startMixedCalls(url, calling, picture);
  const writing = new AbortController();
  const written = Promise.all(clients.map((client) => writeAt(writing.signal, client, writingPauseMilliseconds)));
  const drill: Drill = { topology, calls, exchange, member: present(calling[1]), picturePath: picture.path, quick };

  const measurements = [
    ...(await measureUndisturbed(drill)),
    ...(await measureRollingRestart(drill)),
    ...(await measureUpdate(drill, await copyWithOtherBuild(cleanups))),
    ...(await measureWithoutRedis(drill)),
    ...(await measureDatabaseRestart(drill)),
    ...(await measureWithoutFiles(drill)),
  ];
  await calls.stop();
  writing.abort();
  await written;
  await settle(clients, pool);
  const comparison = await compare(clients, exchange, pool);
  const kept = await recountPosts(pool, calls.acknowledged);
  const none = { unit: '', bar: { atMost: 0 } };
  return [
    ...measurements,
    { name: 'acknowledged posts that are lost', value: kept.lost, ...none, note: `${calls.acknowledged.size} posts` },
    { name: 'duplicate posts', value: kept.duplicates, ...none },
    { name: 'messages missing', value: comparison.missing, ...none, note: `${comparison.stored} messages` },
    { name: 'duplicate messages', value: comparison.duplicates, ...none },
    { name: 'messages out of order', value: comparison.outOfOrder, ...none },
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
  const answer = await fetch(`${url}/api/uploads/images`, {
    method: 'POST',
    body,
    headers: { cookie: member.cookie, 'idempotency-key': randomUUID() },
  });
  if (answer.status !== 201) throw new Error(`The picture was not accepted: ${answer.status} ${await answer.text()}`);
  return { path: ((await answer.json()) as { url: string }).url, file };
}

/** Runs an action and returns the outcomes of all calls and the latencies of live messages during it. */
async function during({ calls, exchange }: Drill, action: () => Promise<void>) {
  await calls.take();
  exchange.latencies.length = 0;
  await action();
  const outcomes = await calls.take();
  const latencies = exchange.latencies.splice(0);
  return { outcomes, latencies };
}

const seconds = ({ quick }: Drill, full: number) => wait((quick ? full / 2 : full) * 1_000);

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
function refusals(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(({ isRight }) => !isRight);
  const note = [`of ${outcomes.length}`, describe(failed)].filter(Boolean).join(': ');
  return { name, value: failed.length, unit: '', bar: { atMost: 0 }, note };
}

const live = (name: string, latencies: readonly number[], atMost?: number): Measurement => ({
  name,
  value: rounded(percentile([...latencies], 0.99), 1),
  unit: 'ms',
  ...(atMost !== undefined && { bar: { atMost } }),
  note: `p50 ${rounded(median(latencies), 1)} ms, slowest ${rounded(Math.max(...latencies), 1)} ms, ${latencies.length} messages`,
});

async function measureUndisturbed(drill: Drill): Promise<Measurement[]> {
  await seconds(drill, 4);
  const { outcomes, latencies } = await during(drill, () => seconds(drill, 12));
  return [
    refusals('undisturbed: calls refused or wrong', outcomes),
    live('undisturbed: live message p99', latencies, bars.liveMilliseconds),
  ];
}

/** Restarts one server after another, as an operator would. The proxy first detects that the previous one is back. */
async function measureRollingRestart(drill: Drill): Promise<Measurement[]> {
  const rounds = drill.quick ? 1 : 3;
  const { outcomes } = await during(drill, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const index of drill.topology.servers.keys()) {
        await drill.topology.restartServer(index);
        await wait(healthCheckMilliseconds);
      }
  });
  return [refusals(`rolling restart of both servers, ${rounds} times: calls refused or wrong`, outcomes)];
}

/**
 * While one server has the new build and the other the old one, a page and each of its files may come from either.
 * Updates each server in turn and requests the files of both builds from both servers.
 */
async function measureUpdate(drill: Drill, newBuild: string): Promise<Measurement[]> {
  const { topology, member } = drill;
  const missing: string[] = [];
  let requested = 0;
  const tryFiles = async () => {
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
  const { outcomes } = await during(drill, async () => {
    for (const index of topology.servers.keys()) {
      await topology.restartServer(index, newBuild);
      await wait(healthCheckMilliseconds);
      for (const file of await tryFiles()) if (file.includes('/entry.client-')) builds.add(file);
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
      bar: { atMost: 0 },
      note: [`of ${requested}`, missing.slice(0, 5).join(', ')].filter(Boolean).join(': '),
    },
    refusals('update of one server: calls refused or wrong', outcomes),
  ];
}

async function measureWithoutRedis(drill: Drill): Promise<Measurement[]> {
  const { redis } = drill.topology;
  const gone = await during(drill, async () => {
    await redis.process.end('SIGKILL');
    await seconds(drill, 12);
  });
  const back = await during(drill, async () => {
    await redis.start();
    await seconds(drill, 8);
  });
  const hung = await during(drill, async () => {
    redis.process.freeze();
    await seconds(drill, 12);
    redis.process.thaw();
    await seconds(drill, 6);
  });
  return [
    refusals('Redis gone: calls refused or wrong', gone.outcomes),
    live('Redis gone: live message p99', gone.latencies, bars.liveMilliseconds),
    refusals('Redis back: calls refused or wrong', back.outcomes),
    live('Redis back: live message p99', back.latencies),
    refusals('Redis hung and back: calls refused or wrong', hung.outcomes),
    live('Redis hung and back: live message p99', hung.latencies, bars.hungLiveMilliseconds),
  ];
}

async function measureDatabaseRestart(drill: Drill): Promise<Measurement[]> {
  const { topology } = drill;
  const rounds = drill.quick ? 2 : 5;
  const readySeconds: number[] = [];
  const disturbed = await during(drill, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await topology.restartDatabase();
      await untilRight(topology.url, '/api/posts', drill.member);
      readySeconds.push((performance.now() - startedAt) / 1_000);
      await wait(healthCheckMilliseconds);
    }
  });
  const after = await during(drill, () => seconds(drill, 6));
  const failed = disturbed.outcomes.filter(({ isRight }) => !isRight);
  const unclear = failed.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter);
  return [
    {
      name: 'PostgreSQL restarted: responds to members again after',
      value: rounded(Math.max(...readySeconds), 2),
      unit: 's',
      bar: { atMost: bars.databaseSeconds },
      note: `from the shutdown request, the slowest of ${rounds}: ${readySeconds.map((each) => rounded(each, 2)).join(', ')} s`,
    },
    {
      name: 'PostgreSQL restarted: failed calls without 503 and Retry-After',
      value: unclear.length,
      unit: '',
      bar: { atMost: 0 },
      note: `${failed.length} of ${disturbed.outcomes.length} calls failed: ${describe(failed) || 'none'}`,
    },
    refusals('PostgreSQL restarted: calls refused or wrong afterwards', after.outcomes),
  ];
}

async function measureWithoutFiles(drill: Drill): Promise<Measurement[]> {
  const { files, url } = drill.topology;
  const measurements: Measurement[] = [];
  const failAndRestore = async (failure: string, fail: () => Promise<void>, restore: () => Promise<void>) => {
    // Includes the calls in flight at the failure: their pictures arrive incomplete.
    const { outcomes } = await during(drill, async () => {
      await fail();
      await seconds(drill, 12);
    });
    const startedAt = performance.now();
    await restore();
    await untilRight(url, drill.picturePath, drill.member);
    const backSeconds = (performance.now() - startedAt) / 1_000;
    measurements.push(
      countUnclear(`S3 ${failure}: failed pictures and uploads without 503 and Retry-After`, outcomes),
      refusals(
        `S3 ${failure}: other calls refused or wrong`,
        outcomes.filter(({ kind }) => !fileKinds.has(kind)),
      ),
      {
        name: `S3 ${failure}: pictures available after its return`,
        value: rounded(backSeconds, 2),
        unit: 's',
        bar: { atMost: bars.filesSeconds },
      },
    );
  };
  await failAndRestore('gone', () => files.process.end('SIGKILL'), files.start);
  await failAndRestore(
    'hung',
    async () => files.process.freeze(),
    async () => files.process.thaw(),
  );
  const after = await during(drill, () => seconds(drill, 6));
  return [...measurements, refusals('S3 back: calls refused or wrong', after.outcomes)];
}

function countUnclear(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(({ kind, isRight }) => fileKinds.has(kind) && !isRight);
  const unclear = failed.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter);
  const slowest = Math.max(0, ...failed.map(({ milliseconds }) => milliseconds));
  const note = `${failed.length} were refused, the slowest after ${rounded(slowest)} ms: ${describe(failed)}`;
  return { name, value: unclear.length, unit: '', bar: { atMost: 0 }, note };
}

async function untilRight(url: string, path: string, { cookie }: SignedInMember): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const isRight = await fetch(`${url}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => (await answer.arrayBuffer()) && answer.ok,
      () => false,
    );
    if (isRight) return;
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
