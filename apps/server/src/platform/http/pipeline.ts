import { hash } from 'node:crypto';
import etag from '@fastify/etag';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';
import { type AccessDependencies, createAccessCheck, createSessionRecheck, refundRejectedCall } from './access.ts';
import { readProxyHops, warnAboutUnconfiguredProxy } from './network.ts';
import { isOriginAllowed } from './origin.ts';
import { normalizeRange } from './ranges.ts';
import { trackRequestsInFlight } from './requests-in-flight.ts';
import { securityHeaders } from './security-headers.ts';
import { abortStalledBody, drainRejectedBody } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes each response close its connection, in preparation for a stop. */
    endKeepAlive: () => void;
  }
}

/** Time for requests in flight when the server stops, within the time limit of the whole stop. */
const drainMilliseconds = 10_000;

type RequestObserver = (request: FastifyRequest, reply: FastifyReply) => void;

export type PipelineDependencies = AccessDependencies & {
  origins: Set<string>;
  metrics: { requestEnded: RequestObserver };
  tracing?: { startRequest: onRequestHookHandler; endRequest: RequestObserver } | undefined;
};

/**
 * Adds the hooks of every request, in the order in which Fastify calls them. Pages look for their reader themselves
 * (`page-viewer.ts`).
 */
export async function addRequestHooks(
  app: FastifyInstance,
  { publicUrl, trustedProxies, hstsPreload }: Configuration,
  { origins, metrics, tracing, ...dependencies }: PipelineDependencies,
): Promise<void> {
  const inFlight = trackRequestsInFlight(app, drainMilliseconds);
  // Measures the delay of the event loop. Without limits, it rejects no call: the crisis page is always served.
  await app.register(underPressure);
  const headers = securityHeaders(publicUrl?.startsWith('https:') ?? false, { preload: hstsPreload });
  const readNetwork = trustedProxies.length > 0 ? readProxyHops : warnAboutUnconfiguredProxy(app.log);
  app.decorateRequest('viewer', undefined);
  app.decorateRequest('refundRateLimit', undefined);
  app.decorateRequest('isBodyPending', false);
  app.decorateRequest('isVisitor', false);
  app.decorateRequest('isSessionOver', false);
  app.decorate('recheckSession', createSessionRecheck(dependencies.authenticate));

  // 1. The headers of a request have arrived. Tracing comes first, so that a trace covers the whole request.
  if (tracing) app.addHook('onRequest', tracing.startRequest);
  app.addHook('onRequest', async (request, reply) => {
    inFlight.begin(request);
    void reply.headers({ ...headers, 'x-request-id': request.id });
    abortStalledBody(request, reply);
    readNetwork(request);
    normalizeRange(request.method, request.raw.headers);
    assertWellFormed(request);
    if (!isOriginAllowed(request.method, request.headers, origins)) throw platformError('request.cross_origin');
  });
  app.addHook('onRequest', createAccessCheck(dependencies));

  // 2. The body arrives, and the handler starts.
  app.addHook('preParsing', async (request) => {
    // The client disconnected in the middle of the body before it was read, so no handler will run.
    if (request.raw.destroyed && !request.raw.complete) inFlight.end(request);
  });
  app.addHook('preValidation', (request) => app.recheckSession(request));
  app.addHook('preHandler', async (request) => {
    // A WebSocket handshake ends outside the hooks. Its socket is closed separately during the shutdown.
    if (request.ws) inFlight.end(request);
  });

  // 3. The response is ready, also after an error or when the client has disconnected.
  let isStopping = false;
  app.decorate('endKeepAlive', () => {
    isStopping = true;
  });
  app.addHook('preClose', async () => {
    app.endKeepAlive();
    setTimeout(() => app.server.closeAllConnections(), drainMilliseconds).unref();
  });
  app.addHook('onSend', async (request, reply) => {
    inFlight.end(request);
    // Only successful requests are conditional (RFC 9110, section 13.2.1). After signing out, a browser would otherwise
    // keep the page that it has.
    if (reply.statusCode >= 300) delete request.raw.headers['if-none-match'];
  });
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') });
  app.addHook('onSend', refundRejectedCall);
  app.addHook('onSend', async (request, reply) => {
    // Fastify closes the connection whenever a body could not be parsed. That is right only after a 408, because the
    // client stopped sending.
    if (reply.statusCode !== 408) void reply.removeHeader('connection');
    // A kept-alive connection would delay the stop, and its next request could meet a closing server.
    if (isStopping) void reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control'))
      void reply.header('cache-control', request.method === 'GET' ? 'private, no-cache' : 'no-store');
  });

  // 4. The response has been sent.
  app.addHook('onResponse', async (request, reply) => {
    tracing?.endRequest(request, reply);
    metrics.requestEnded(request, reply);
    drainRejectedBody(request);
    closeRejectedHandshake(request);
  });
}

function assertWellFormed({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1') throw platformError('request.malformed');
}

/**
 * Closes the connection of a rejected WebSocket handshake. The plugin does so only if its own hook has seen the request,
 * and the hooks above can reject a request earlier. The connection would stay open for as long as its client likes.
 */
function closeRejectedHandshake({ raw, ws }: FastifyRequest): void {
  if (raw.headers.upgrade !== undefined && !ws) raw.socket.destroy();
}
