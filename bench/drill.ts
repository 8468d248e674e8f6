import { setTimeout as wait } from 'node:timers/promises';
import {
  type Bench,
  type Measurement,
  median,
  noneOf,
  percentile,
  requireDefined,
  rounded,
} from './lib/measurement.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { sendUntilAborted, verifyMessages } from './lib/message-community.ts';
import { respondsOk } from './lib/servers.ts';
import { startTopology, type Topology } from './lib/topology.ts';
import { waitUntil } from './lib/wait-until.ts';
import { type LoadedCommunity, openLoadedCommunity } from './mixed-load/community.ts';
import { describeOutcomes, isFailure, kindAndStatusOf, type Outcome } from './mixed-load/response-log.ts';

const writingMembers = 24;
const writingPauseMilliseconds = 1_200;
/** Time until the proxy uses a restarted server again: slightly more than its health check interval. */
const healthCheckMilliseconds = 2_000;
const targets = { databaseSeconds: 5, filesSeconds: 5, liveMilliseconds: 1_000, hungLiveMilliseconds: 5_000 };

type Drill = { topology: Topology; community: LoadedCommunity; exchange: Exchange; cookie: string; quick: boolean };

/**
 * Runs the services of `compose.yaml` under load: two servers behind the proxy, PostgreSQL, Redis and S3. Restarts the
 * servers one after another, then fails and restores each service.
 */
export async function measureDrill(bench: Bench): Promise<Measurement[]> {
  const pages = ['/', '/', '/waitlist'];
  const community = await openLoadedCommunity(bench, { start: startTopology, pauseMilliseconds: 150, pages });
  const { pool, site: topology } = community;
  const writers = community.load.world.crowd.slice(0, writingMembers);
  const exchange = newExchange(topology.urls);
  const clients = writers.map(
    (member, index) => new MessageClient(member, requireDefined(writers[index ^ 1]).id, exchange, 0),
  );
  bench.cleanups.defer(() => clients.forEach((client) => client.close()));
  for (const client of clients) await client.open();
  const stopping = new AbortController();
  const writing = Promise.all(
    clients.map((client) => sendUntilAborted(stopping.signal, client, writingPauseMilliseconds)),
  );
  const { cookie } = requireDefined(community.load.world.crowd.at(-1));
  const drill: Drill = { topology, community, exchange, cookie, quick: bench.quick };
  await waitSeconds(drill, 4);
  const measurements = await community.underLoad(async () => [
    ...(await measureDuring(drill, 'undisturbed', () => waitSeconds(drill, 12), targets.liveMilliseconds)),
    ...(await measureRollingRestart(drill)),
    ...(await measureWithoutRedis(drill)),
    ...(await measureDatabaseRestart(drill)),
    ...(await measureWithoutFiles(drill)),
  ]);
  stopping.abort();
  await writing;
  return [
    ...measurements,
    ...(await verifyMessages(clients, exchange, pool)),
    ...(await community.verify('in the end')),
  ];
}

/** Runs an action and returns the outcomes of all calls and the latencies of live messages during it. */
async function recordDuring({ community, exchange }: Drill, action: () => Promise<unknown>) {
  community.responses.take();
  exchange.latencies.length = 0;
  await action();
  return { outcomes: community.responses.take(), latencies: exchange.latencies.splice(0) };
}

const waitSeconds = ({ quick }: Drill, full: number) => wait((quick ? full / 2 : full) * 1_000);

/** Counts the calls that failed. The members would have to try again. */
function measureFailures(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(isFailure);
  return noneOf(
    name,
    failed.length,
    `of ${outcomes.length}: ${describeOutcomes(failed, kindAndStatusOf) || 'all served'}`,
  );
}

/** Counts the failed calls without 503 or 429 and `Retry-After`. */
function measureUnclearFailures(name: string, outcomes: readonly Outcome[]): Measurement {
  const failed = outcomes.filter(isFailure);
  const unclear = failed.filter(({ status, isClear }) => status === undefined || !isClear);
  const slowest = rounded(Math.max(0, ...failed.map(({ milliseconds }) => milliseconds)));
  const note = `${failed.length} of ${outcomes.length} failed, the slowest after ${slowest} ms: ${describeOutcomes(failed, kindAndStatusOf)}`;
  return noneOf(name, unclear.length, note);
}

/** Runs an action. Counts the failed calls and measures the live messages during it. */
async function measureDuring(drill: Drill, name: string, action: () => Promise<unknown>, liveAtMost?: number) {
  const { outcomes, latencies } = await recordDuring(drill, action);
  const live: Measurement = {
    name: `${name}: live message p99`,
    value: rounded(percentile(latencies, 0.99), 1),
    unit: 'ms',
    ...(liveAtMost !== undefined && { target: { atMost: liveAtMost } }),
    note: `p50 ${rounded(median(latencies), 1)} ms, ${latencies.length} messages`,
  };
  return [measureFailures(`${name}: failed calls`, outcomes), live];
}

/** Restarts one server after another. In between, waits until the proxy has detected that the restarted one is back. */
function measureRollingRestart(drill: Drill): Promise<Measurement[]> {
  const rounds = drill.quick ? 1 : 3;
  return measureDuring(drill, `rolling restart of both servers, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const index of drill.topology.servers.keys()) {
        await drill.topology.restartServer(index, 'SIGTERM');
        await wait(healthCheckMilliseconds);
      }
  });
}

async function measureWithoutRedis(drill: Drill): Promise<Measurement[]> {
  const { redis } = drill.topology;
  const failRedis = async () => {
    await redis.process.end('SIGKILL');
    await waitSeconds(drill, 12);
  };
  const restartRedis = async () => {
    await redis.start();
    await waitSeconds(drill, 8);
  };
  const hangRedis = async () => {
    redis.process.freeze();
    await waitSeconds(drill, 12);
    redis.process.thaw();
    await waitSeconds(drill, 6);
  };
  return [
    ...(await measureDuring(drill, 'Redis gone', failRedis, targets.liveMilliseconds)),
    ...(await measureDuring(drill, 'Redis back', restartRedis)),
    ...(await measureDuring(drill, 'Redis hung and back', hangRedis, targets.hungLiveMilliseconds)),
  ];
}

async function measureDatabaseRestart(drill: Drill): Promise<Measurement[]> {
  const readySeconds: number[] = [];
  const duringRestarts = await recordDuring(drill, async () => {
    for (let round = 0; round < (drill.quick ? 2 : 5); round += 1) {
      const startedAt = performance.now();
      await drill.topology.restartDatabase();
      await waitUntilAvailable(drill, '/api/posts');
      readySeconds.push((performance.now() - startedAt) / 1_000);
      await wait(healthCheckMilliseconds);
    }
  });
  return [
    {
      name: 'PostgreSQL restarted: responds to members again after',
      value: rounded(Math.max(...readySeconds), 2),
      unit: 's',
      target: { atMost: targets.databaseSeconds },
      note: `from the shutdown request, the slowest of ${readySeconds.map((each) => rounded(each, 2)).join(', ')} s`,
    },
    measureUnclearFailures('PostgreSQL restarted: failed calls without 503 and Retry-After', duringRestarts.outcomes),
    ...(await measureDuring(drill, 'after the restarts of PostgreSQL', () => waitSeconds(drill, 6))),
  ];
}

const usesFiles = ({ kind }: Outcome): boolean => kind.includes('picture') || kind.includes('photo');

async function measureWithoutFiles(drill: Drill): Promise<Measurement[]> {
  const { files } = drill.topology;
  const { pictures } = drill.community.load.world;
  await waitUntil(() => pictures.length > 0);
  const picture = requireDefined(pictures.at(-1));
  const measurements: Measurement[] = [];
  const failAndRestore = async (state: string, fail: () => Promise<void>, restore: () => Promise<void>) => {
    const { outcomes } = await recordDuring(drill, async () => {
      await fail();
      await waitSeconds(drill, 12);
    });
    const startedAt = performance.now();
    await restore();
    await waitUntilAvailable(drill, picture);
    const seconds = rounded((performance.now() - startedAt) / 1_000, 2);
    const [ofFiles, others] = [outcomes.filter(usesFiles), outcomes.filter((outcome) => !usesFiles(outcome))];
    const target = { atMost: targets.filesSeconds };
    measurements.push(
      measureUnclearFailures(`S3 ${state}: failed pictures and uploads without 503 and Retry-After`, ofFiles),
      measureFailures(`S3 ${state}: other failed calls`, others),
      { name: `S3 ${state}: pictures available after its return`, value: seconds, unit: 's', target },
    );
  };
  await failAndRestore('gone', () => files.process.end('SIGKILL'), files.start);
  await failAndRestore(
    'hung',
    async () => files.process.freeze(),
    async () => files.process.thaw(),
  );
  return [...measurements, ...(await measureDuring(drill, 'S3 back', () => waitSeconds(drill, 6)))];
}

async function waitUntilAvailable({ topology, cookie }: Drill, path: string): Promise<void> {
  const isAvailable = () =>
    respondsOk(`${topology.urls[0]}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(10_000) });
  if (!(await waitUntil(isAvailable))) throw new Error(`${path} was not available again within a minute.`);
}
