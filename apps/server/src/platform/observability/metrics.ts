import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { platformError } from '../errors.ts';
import { isForwarded } from '../http/network.ts';

/** What others count into the figures. */
export type Metrics = { countJobRun: (job: string, outcome: 'completed' | 'failed') => void };

/** `/metrics` in the Prometheus text format: for this machine alone, or for who brings `METRICS_TOKEN`. */
export function serveMetrics(
  app: FastifyInstance,
  options: { pool: Pool; socketCount: () => number; token: string | undefined },
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting are callers without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, options.pool.totalCount);
      this.set({ state: 'idle' }, options.pool.idleCount);
      this.set({ state: 'waiting' }, options.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'live_sockets',
    help: 'Open sockets of signed-in members.',
    registers: [registry],
    collect() {
      this.set(options.socketCount());
    },
  });

  const jobRuns = new Counter({
    name: 'job_runs_total',
    help: 'Runs of background jobs by this process and how they ended; a failed one is tried again.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });

  app.get(
    '/metrics',
    { config: { access: 'public' }, schema: { hide: true }, logLevel: 'silent' },
    async (request, reply) => {
      if (!mayReadMetrics(request, options.token)) throw platformError('request.not_found');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
  return { countJobRun: (job, outcome) => jobRuns.inc({ job, outcome }) };
}

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const expected = Buffer.from(`Bearer ${token}`);
    const given = Buffer.from(request.headers.authorization ?? '');
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
  // A reverse proxy on this machine makes every visitor look local; its forwarding header gives it away.
  return loopbackAddresses.has(request.ip) && !isForwarded(request.headers);
}
