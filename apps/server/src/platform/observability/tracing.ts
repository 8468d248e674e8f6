import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StatementObserver } from '../database/observed.ts';
import type { Outcome } from '../timed.ts';
import { readVersion } from '../version.ts';

/**
 * Traces in the form of OpenTelemetry. Spans are named by the source (route, statement, job) and say how it ended: never an
 * address, an id, a value or what somebody wrote.
 */
export type Tracing = {
  traceRequests: (app: FastifyInstance) => void;
  /** Of what is asked within a request or a job; what a process asks by itself again and again would be noise. */
  traceStatement: StatementObserver;
  traceJob: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  /** Sends what has not left yet. */
  close: () => Promise<void>;
};

const closeMilliseconds = 2_000;

function end(span: Span, outcome: Outcome): void {
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Begins to send spans to a collector (OTLP over HTTP, as JSON). Nothing is made global: what libraries would trace by
 * themselves stays untraced, for nobody here knows what they would tell.
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mindful-commons', 'service.version': await readVersion() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('mindful-commons');
  const current = new AsyncLocalStorage<Span>();
  const requests = new WeakMap<FastifyRequest, Span>();

  return {
    traceRequests(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: { 'http.request.method': request.method, 'http.route': route },
          },
          ROOT_CONTEXT,
        );
        requests.set(request, span);
        current.run(span, done);
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = requests.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (span) end(span, reply.statusCode >= 500 ? 'failed' : 'completed');
      });
    },
    traceStatement(statement, outcome, seconds) {
      const parent = current.getStore();
      if (!parent) return;
      const span = tracer.startSpan(
        statement,
        {
          kind: SpanKind.CLIENT,
          startTime: Date.now() - seconds * 1000,
          attributes: { 'db.system.name': 'postgresql', 'db.query.summary': statement },
        },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      end(span, outcome);
    },
    async traceJob(name, run) {
      const span = tracer.startSpan(`job ${name}`, { attributes: { 'job.name': name } }, ROOT_CONTEXT);
      let outcome: Outcome = 'failed';
      try {
        const result = await current.run(span, run);
        outcome = 'completed';
        return result;
      } finally {
        end(span, outcome);
      }
    },
    // A collector that is away keeps no server from stopping; what it did not take is lost.
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(closeMilliseconds, undefined, { ref: false })]),
  };
}
