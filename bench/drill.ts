import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { populate } from '../apps/server/test/population.ts';
import { type Measurement, median, percentile, rounded } from './lib/measurement.ts';
import { connectPairs, forgetBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { closeAll, compare, settle, writeAt } from './lib/message-community.ts';
import { type Kind, type MixedCalls, type Outcome, startMixedCalls } from './lib/mixed-calls.ts';
import { copyWithOtherBuild } from './lib/other-build.ts';
import { present } from './lib/present.ts';
import { openTopology, type Topology } from './lib/topology.ts';

/** So many that none meets a rate limit. */
const callingMembers = 400;
const writingMembers = 24;
const writingPauseMilliseconds = 1_200;
/** How soon the proxy sends calls to a server again that has come back: an interval of its health checks and a little. */
const noticedMilliseconds = 2_000;
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
 * Two servers behind the proxy with PostgreSQL, Redis and S3, as `compose.yaml` runs them, under the load of members: servers
 * are restarted one after the other, and everything around them goes away and comes back.
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
  const told = await compare(clients, exchange, pool);
  const kept = await recountPosts(pool, calls.acknowledged);
  const none = { unit: '', bar: { atMost: 0 } };
  return [
    ...measurements,
    { name: 'acknowledged posts that are lost', value: kept.lost, ...none, note: `${calls.acknowledged.size} posts` },
    { name: 'posts there twice', value: kept.doubled, ...none },
    { name: 'messages missing', value: told.missing, ...none, note: `${told.stored} messages` },
    { name: 'messages doubled', value: told.doubled, ...none },
    { name: 'messages out of order', value: told.outOfOrder, ...none },
  ];
}

async function populateCommunity(pool: Pool): Promise<SignedInMember[]> {
  const client = await pool.connect();
  await populate(client, { members: callingMembers + writingMembers, posts: 1_000 });
  client.release(true);
  const members = await signInMembers(pool, callingMembers + writingMembers);
  await forgetBlocks(pool);
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
  if (answer.status !== 201) throw new Error(`The picture was not taken: ${answer.status} ${await answer.text()}`);
  return { path: ((await answer.json()) as { url: string }).url, file };
}

/** What the members saw while something was done: how calls ended and how long live messages took. */
async function during({ calls, exchange }: Drill, happens: () => Promise<void>) {
  await calls.take();
  exchange.latencies.length = 0;
  await happens();
  const outcomes = await calls.take();
  const latencies = exchange.latencies.splice(0);
  return { outcomes, latencies };
}

const seconds = ({ quick }: Drill, full: number) => wait((quick ? full / 2 : full) * 1_000);

const ofFiles: ReadonlySet<Kind> = new Set(['picture', 'upload']);

/** Says how the failed ones ended: `2 × post 502, 1 × feed without an answer`. */
function describe(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status } of outcomes) {
    const how = `${kind} ${status ?? 'without an answer'}`;
    counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  return [...counts].map(([how, count]) => `${count} × ${how}`).join(', ');
}

/** Calls that were not answered with what they asked for. */
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

/** As an operator would: one server after the other, the next when the proxy has noticed that the last one is back. */
async function measureRollingRestart(drill: Drill): Promise<Measurement[]> {
  const rounds = drill.quick ? 1 : 3;
  const { outcomes } = await during(drill, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const index of drill.topology.servers.keys()) {
        await drill.topology.restartServer(index);
        await wait(noticedMilliseconds);
      }
  });
  return [refusals(`rolling restart of both servers, ${rounds} times: calls refused or wrong`, outcomes)];
}

/**
 * While one server has the new build and the other one the old, a page may come from either, and so may each of its files.
 * The second server is updated, and the first one answers for it; then the other way round.
 */
async function measureUpdate(drill: Drill, newBuild: string): Promise<Measurement[]> {
  const { topology, member } = drill;
  const missing: string[] = [];
  let asked = 0;
  const tryFiles = async () => {
    const pages = topology.servers.flatMap(({ url }) => ['/', '/events', '/waitlist'].map((page) => `${url}${page}`));
    const documents = await Promise.all(
      pages.map(async (page) => (await fetch(page, { headers: { cookie: member.cookie } })).text()),
    );
    const files = new Set(documents.flatMap((html) => html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)\b/g) ?? []));
    for (const { url } of topology.servers)
      for (const file of files) {
        asked += 1;
        const { status } = await fetch(`${url}${file}`);
        if (status !== 200) missing.push(`${file} ${status}`);
      }
    return files;
  };
  const builds = new Set<string>();
  const { outcomes } = await during(drill, async () => {
    for (const index of topology.servers.keys()) {
      await topology.restartServer(index, newBuild);
      await wait(noticedMilliseconds);
      for (const file of await tryFiles()) if (file.includes('/entry.client-')) builds.add(file);
      await topology.restartServer(index);
      await wait(noticedMilliseconds);
    }
  });
  if (builds.size !== 2) throw new Error(`The servers had ${builds.size} builds instead of two.`);
  return [
    {
      name: 'update of one server: files of either build that a server does not have',
      value: missing.length,
      unit: '',
      bar: { atMost: 0 },
      note: [`of ${asked}`, missing.slice(0, 5).join(', ')].filter(Boolean).join(': '),
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
      await wait(noticedMilliseconds);
    }
  });
  const after = await during(drill, () => seconds(drill, 6));
  const failed = disturbed.outcomes.filter(({ isRight }) => !isRight);
  const unclear = failed.filter(({ status, saysWhen }) => status !== 503 || !saysWhen);
  return [
    {
      name: 'PostgreSQL restarted: answers members again after',
      value: rounded(Math.max(...readySeconds), 2),
      unit: 's',
      bar: { atMost: bars.databaseSeconds },
      note: `from the order to stop, the slowest of ${rounds}: ${readySeconds.map((each) => rounded(each, 2)).join(', ')} s`,
    },
    {
      name: 'PostgreSQL restarted: failed calls not told when to try again',
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
  const away = async (how: string, goes: () => Promise<void>, returns: () => Promise<void>) => {
    // What was under way when it went is waited for: pictures that had begun to arrive end early.
    const { outcomes } = await during(drill, async () => {
      await goes();
      await seconds(drill, 12);
    });
    const startedAt = performance.now();
    await returns();
    await untilRight(url, drill.picturePath, drill.member);
    const backSeconds = (performance.now() - startedAt) / 1_000;
    measurements.push(
      clearly(`S3 ${how}: pictures and uploads not answered by 503 with Retry-After`, outcomes),
      refusals(
        `S3 ${how}: other calls refused or wrong`,
        outcomes.filter(({ kind }) => !ofFiles.has(kind)),
      ),
      {
        name: `S3 ${how}: pictures again after its return`,
        value: rounded(backSeconds, 2),
        unit: 's',
        bar: { atMost: bars.filesSeconds },
      },
    );
  };
  await away('gone', () => files.process.end('SIGKILL'), files.start);
  await away(
    'hung',
    async () => files.process.freeze(),
    async () => files.process.thaw(),
  );
  const after = await during(drill, () => seconds(drill, 6));
  return [...measurements, refusals('S3 back: calls refused or wrong', after.outcomes)];
}

function clearly(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(({ kind, isRight }) => ofFiles.has(kind) && !isRight);
  const unclear = failed.filter(({ status, saysWhen }) => status !== 503 || !saysWhen);
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
    if (performance.now() > giveUpAt) throw new Error(`${path} does not come back.`);
    await wait(20);
  }
}

/** Posts of the drill that are not there, and texts that are there twice. */
async function recountPosts(pool: Pool, acknowledged: ReadonlyMap<string, string>) {
  const { rows } = await pool.query<{ id: string; content: string }>(
    "SELECT id, content FROM posts WHERE content LIKE 'Written in the drill: %'",
  );
  const stored = new Map(rows.map(({ id, content }) => [id, content]));
  const lost = [...acknowledged].filter(([id, content]) => stored.get(id) !== content).length;
  return { lost, doubled: rows.length - new Set(stored.values()).size };
}
