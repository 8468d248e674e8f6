import { timingSafeEqual } from 'node:crypto';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMetrics, shareMetrics } from '../cluster-worker.ts';
import type { StatementObserver } from '../database/observed-pool.ts';
import { platformError } from '../errors.ts';
import { isForwarded } from '../http/network.ts';
import type { BusObserver } from '../realtime/open-bus.ts';
import type { SocketObserver } from '../realtime/sockets.ts';
import type { Outcome } from '../timing.ts';

type Labels = Record<string, string>;

/** A gauge that is read on each scrape. A shared one has the same value in all server processes, so it is not added up. */
type GaugeDefinition = {
  name: string;
  help: string;
  labelNames?: readonly string[];
  isShared?: boolean;
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};
type Sample = { labels?: Labels; value: number };

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of this process. Labels are names from the source code: routes, statements, jobs, frame types.
 * None is called `job` or `instance`, which Prometheus adds itself.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const jobRuns = new Counter({
    name: 'job_runs_total',
    help: 'Runs of background jobs in this process by outcome; failed runs are retried.',
    labelNames: ['name', 'outcome'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of background job runs.',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const frames = new Histogram({
    name: 'live_frame_duration_seconds',
    help: 'Time to handle a frame from a client.',
    labelNames: ['type', 'outcome'],
    buckets: [0.0025, 0.01, 0.05, 0.25, 1],
    registers,
  });
  const framesSent = new Counter({
    name: 'live_frames_sent_total',
    help: 'Frames sent over sockets.',
    registers,
  });
  const socketsDropped = new Counter({
    name: 'live_sockets_dropped_total',
    help: 'Sockets closed because the client read too slowly.',
    registers,
  });
  const batches = new Histogram({
    name: 'bus_send_duration_seconds',
    help: 'Time to send a batch of frames to the other server processes.',
    labelNames: ['transport', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  });
  const batchesReceived = new Counter({
    name: 'bus_batches_received_total',
    help: 'Batches of frames received from the bus, including those of this process.',
    registers,
  });
  return {
    registry,
    statements: createStatementTimes(registry),
    sockets: {
      onFrameHandled: (type, outcome, seconds) => frames.observe({ type, outcome }, seconds),
      onFrameSent: () => framesSent.inc(),
      onSocketDropped: () => socketsDropped.inc(),
    } satisfies SocketObserver,
    bus: {
      onBatchSent: (transport, outcome, seconds) => batches.observe({ transport, outcome }, seconds),
      onBatchReceived: () => batchesReceived.inc(),
    } satisfies BusObserver,
    requestEnded({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
      requests.observe({ method, route: routeOptions.url ?? 'none', status: String(statusCode) }, elapsedTime / 1000);
    },
    jobEnded: (name: string, outcome: Outcome, seconds: number): void => {
      jobRuns.inc({ name, outcome });
      jobDurations.observe({ name, outcome }, seconds);
    },
    gauge({ name, help, labelNames = [], isShared = false, read }: GaugeDefinition): void {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        aggregator: isShared ? 'max' : 'sum',
        registers,
        async collect() {
          this.reset();
          for (const { labels = {}, value } of await readSamples(read)) this.set(labels, value);
        },
      });
    },
  };
}

const timeoutMilliseconds = 2_000;

/** Returns no samples if a gauge fails or takes too long, so that the other metrics stay available during an outage. */
async function readSamples(look: GaugeDefinition['read']): Promise<readonly Sample[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<readonly Sample[]>();
  const timer = setTimeout(resolve, timeoutMilliseconds, []);
  try {
    return await Promise.race([look(), timeout]);
  } catch {
    // A gauge that fails is omitted.
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** Serves `/metrics` in the Prometheus text format, only to this machine or with `METRICS_TOKEN`. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  const { registry } = metrics;
  shareMetrics(registry);
  app.get(
    '/metrics',
    { config: { access: 'public' }, schema: { hide: true }, logLevel: 'silent' },
    async (request, reply) => {
      if (!mayReadMetrics(request, token)) throw platformError('request.not_found');
      return reply.type(registry.contentType).send(await readMetrics(registry));
    },
  );
}

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const expected = Buffer.from(`Bearer ${token}`);
    const actual = Buffer.from(request.headers.authorization ?? '');
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  // Behind a reverse proxy on this machine, every visitor has a local address. A forwarding header reveals the proxy.
  return loopbackAddresses.has(request.ip) && !isForwarded(request.headers);
}

/** The durations of a statement in milliseconds since the process started. */
type StatementTime = { name: string; calls: number; meanMilliseconds: number; slowestMilliseconds: number };

type StatementTimes = {
  observe: StatementObserver;
  /** Returns the statements with the longest mean duration, slowest first. */
  slowest: (count: number) => StatementTime[];
};

/** Only a few buckets, because each statement has its own. They range from cached reads to timeouts. */
const bucketSeconds = [0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5];

/** Collects the durations of named statements. The names come from the source code and contain no personal data. */
function createStatementTimes(registry: Registry): StatementTimes {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time from sending a named statement to its result, including the wait for a connection.',
    labelNames: ['statement', 'outcome'],
    buckets: bucketSeconds,
    registers: [registry],
  });
  const times = new Map<string, { calls: number; seconds: number; slowest: number }>();
  return {
    observe(statement, outcome, seconds) {
      durations.observe({ statement, outcome }, seconds);
      const time = times.getOrInsertComputed(statement, () => ({ calls: 0, seconds: 0, slowest: 0 }));
      time.calls += 1;
      time.seconds += seconds;
      time.slowest = Math.max(time.slowest, seconds);
    },
    slowest: (count) =>
      [...times]
        .map(([name, { calls, seconds, slowest }]) => ({
          name,
          calls,
          meanMilliseconds: (seconds / calls) * 1000,
          slowestMilliseconds: slowest * 1000,
        }))
        .toSorted((one, other) => other.meanMilliseconds - one.meanMilliseconds)
        .slice(0, count),
  };
}
