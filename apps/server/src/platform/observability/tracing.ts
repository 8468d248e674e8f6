import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { StatementObserver } from '../database/observed-pool.ts';
import type { Outcome } from '../timing.ts';
import { readVersion } from '../version.ts';

/**
 * Traces in the OpenTelemetry format. Spans have names from the source code (route, statement, job) and an outcome, but
 * no addresses, ids, values or content.
 */
export type Tracing = {
  startRequest: onRequestHookHandler;
  endRequest: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Traces statements within a request or job. The periodic queries of a process are not traced. */
  traceStatement: StatementObserver;
  traceJob: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  /** Sends remaining spans. */
  close: () => Promise<void>;
};

const closeMilliseconds = 2_000;

function endSpan(span: Span, outcome: Outcome): void {
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Starts sending spans to a collector (OTLP over HTTP, as JSON). Registers nothing globally, so libraries do not create
 * spans of their own, which might contain personal data.
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mindful-commons', 'service.version': await readVersion() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('mindful-commons');
  // A statement does not know the request that sends it.
  const currentSpan = new AsyncLocalStorage<Span>();
  const requests = new WeakMap<FastifyRequest, Span>();

  return {
    startRequest(request, _reply, done) {
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
      currentSpan.run(span, done);
    },
    endRequest(request, reply) {
      const span = requests.get(request);
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (span) endSpan(span, reply.statusCode >= 500 ? 'failed' : 'completed');
    },
    traceStatement(statement, outcome, seconds) {
      const parent = currentSpan.getStore();
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
      endSpan(span, outcome);
    },
    async traceJob(name, run) {
      const span = tracer.startSpan(`job ${name}`, { attributes: { 'job.name': name } }, ROOT_CONTEXT);
      let outcome: Outcome = 'failed';
      try {
        const result = await currentSpan.run(span, run);
        outcome = 'completed';
        return result;
      } finally {
        endSpan(span, outcome);
      }
    },
    // An unavailable collector does not delay the stop. Its spans are lost.
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(closeMilliseconds, undefined, { ref: false })]),
  };
}
