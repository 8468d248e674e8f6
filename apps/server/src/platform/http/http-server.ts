import { hash, randomUUIDv7 } from 'node:crypto';
import etag from '@fastify/etag';
import underPressure from '@fastify/under-pressure';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';
import { type Consume, consumeAll, type Refund } from '../rate-limits/rate-limits.ts';
import { suspendedError } from '../sessions/suspension.ts';
import type { Authenticate, Authenticated, Viewer } from '../sessions/viewer.ts';
import { answerClientError, answerErrors } from './errors.ts';
import { networkOf, warnAboutUnconfiguredProxy, readProxyHops } from './network.ts';
import { isOriginAllowed } from './origin.ts';
import type { Admit } from './overload.ts';
import { normalizeRange } from './ranges.ts';
import { createReplySerializer } from './reply-serializer.ts';
import { trackRequestsInFlight } from './requests-in-flight.ts';
import { assertAccess } from './routes.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { abortStalledBodies, headerTimeouts, drainRejectedBodies } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes each response close its connection, in preparation for a stop. */
    endKeepAlive: () => void;
  }
}

/**
 * Maximum body size. The longest text is a post of 5,000 characters, and JSON may need twelve bytes for one of them.
 */
const maxBodyBytes = 64 * 1024;
/** Time for requests in flight when the server stops, within the time limit of the whole stop. */
const drainMilliseconds = 10_000;

/** Node's own limit for request headers. Node would reject a longer parameter before the hooks run. */
const maxUrlBytes = 16 * 1024;

/** Escapes the path if it cannot be decoded. Fastify would reject it before the hooks run. */
function decodableUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    decodeURI(path);
    return url;
  } catch {
    // The path contains an invalid escape sequence.
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Logs one line per completed request with its result and duration. */
class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

/**
 * Creates a Fastify instance with the steps of every request, in this order: security headers, origin, overload,
 * session, access, rate limits, body parsing and validation. Pages look for their reader themselves
 * (`page-viewer.ts`). A route without `config.access` prevents the start.
 */
export async function createHttpServer(
  configuration: Configuration,
  dependencies: {
    authenticate: Authenticate;
    consume: Consume;
    admit: Admit;
    origins: Set<string>;
    log: FastifyBaseLogger;
    /** Registered first, so that traces cover the whole request. */
    trace?: (app: FastifyInstance) => void;
  },
): Promise<FastifyInstance> {
  const { authenticate, consume, admit, origins, log, trace } = dependencies;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    trustProxy: configuration.trustedProxies.length > 0 ? configuration.trustedProxies : false,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    keepAliveTimeout: 65_000,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxUrlBytes },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      answerClientError(error, socket, app.log);
    },
    // Node's own rejection has neither a body nor the security headers.
    http: { ...headerTimeouts, requireHostHeader: false },
  });
  // RFC 9110, section 10.1.1: a server may ignore an unknown expectation. Node would answer 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Accepts only JSON. Another site's form could send plain text without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(createReplySerializer({ checked: configuration.checkReplies }));
  answerErrors(app);
  trace?.(app);
  trackRequestsInFlight(app, drainMilliseconds);
  // Measures the delay of the event loop. Without limits, it rejects no call: the crisis page is always served.
  await app.register(underPressure);

  sendSecurityHeaders(app, configuration.publicUrl?.startsWith('https:') ?? false);
  // Only successful requests are conditional (RFC 9110, section 13.2.1). After signing out, a browser would otherwise keep
  // the page that it has.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300) delete request.raw.headers['if-none-match'];
  });
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') });

  abortStalledBodies(app);
  if (configuration.trustedProxies.length === 0) warnAboutUnconfiguredProxy(app);
  else readProxyHops(app);
  app.decorateRequest('viewer', undefined);
  app.decorateRequest('refundRateLimit', undefined);
  app.decorateRequest('isBodyPending', false);
  app.decorateRequest('isVisitor', false);
  app.decorateRequest('isSessionOver', false);
  app.addHook('onRoute', (options) => {
    if (options.url.startsWith('/api/') && !options.url.startsWith('/api/docs') && !options.config?.access)
      throw new Error(`${String(options.method)} ${options.url} does not declare its access`);
  });

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    normalizeRange(request.method, request.raw.headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw platformError('request.malformed');
    if (!isOriginAllowed(request.method, request.headers, origins)) throw platformError('request.cross_origin');

    const { access = 'public', limits } = request.routeOptions.config;
    const countCall = (memberId: string | undefined) =>
      consumeAll(
        consume,
        (limits ?? []).map((limit) => [limit, (limit.by === 'member' ? memberId : undefined) ?? networkOf(request.ip)]),
      );
    const needsSession = access !== 'public';
    // API calls and forms always declare `limits`, even if empty. Files and redirects do not.
    if (needsSession || limits) admit();
    let earlyCount: { memberId: string; results: Promise<PromiseSettledResult<Refund>[]> } | undefined;
    if (needsSession) {
      const session = await authenticate(request.headers.cookie, {
        onKnownMember: (memberId) => {
          earlyCount = { memberId, results: Promise.allSettled([countCall(memberId)]) };
        },
        onEnded: () => {
          request.isSessionOver = true;
        },
      });
      if (session?.renewedCookie) void reply.header('set-cookie', session.renewedCookie);
      // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- an injected request has no `complete`
      request.isBodyPending = request.raw.complete === false;
      request.viewer = viewerFor(request, session);
    }
    assertAccess(access, request.viewer);
    const [countResult] = earlyCount && earlyCount.memberId === request.viewer?.id ? await earlyCount.results : [];
    if (countResult?.status === 'rejected') throw countResult.reason;
    request.refundRateLimit = countResult?.value ?? (await countCall(request.viewer?.id));
    return undefined;
  });

  // A 429 from the feature's own limits also refunds the call to the limits of its route.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 429)
      await request
        .refundRateLimit?.()
        .catch((error: unknown) =>
          request.log.warn({ err: error }, 'a rejected call could not be returned to its rate limit'),
        );
  });

  // A body may take minutes to arrive. The session is checked again, because the member may have been signed out,
  // demoted or flagged in the meantime.
  app.decorate('recheckSession', async (request) => {
    if (!request.viewer || !request.isBodyPending) return;
    request.viewer = viewerFor(request, await authenticate(request.headers.cookie));
    assertAccess(request.routeOptions.config.access ?? 'public', request.viewer);
  });
  app.addHook('preValidation', (request) => app.recheckSession(request));

  drainRejectedBodies(app);
  let isStopping = false;
  app.decorate('endKeepAlive', () => {
    isStopping = true;
  });
  app.addHook('preClose', async () => {
    app.endKeepAlive();
    setTimeout(() => app.server.closeAllConnections(), drainMilliseconds).unref();
  });
  app.addHook('onSend', async (request, reply) => {
    // A kept-alive connection would delay the stop, and its next request could meet a closing server.
    if (isStopping) void reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control'))
      void reply.header('cache-control', request.method === 'GET' ? 'private, no-cache' : 'no-store');
  });
  return app;
}

/**
 * Returns the viewer of a request. A suspended member sees public routes as a visitor does.
 * @throws AppError 403 where suspended members have no access.
 */
function viewerFor(request: FastifyRequest, session: Authenticated | undefined): Viewer | undefined {
  const { access, isOpenToSuspended = false } = request.routeOptions.config;
  const suspension = isOpenToSuspended ? undefined : session?.viewer.suspension;
  if (suspension && access !== 'optional-session') throw suspendedError(suspension);
  return suspension ? undefined : session?.viewer;
}
