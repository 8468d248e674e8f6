import { randomUUIDv7 } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Configuration } from '../configuration.ts';
import { answerClientError, answerErrors } from './errors.ts';
import { addRequestHooks, type PipelineDependencies } from './pipeline.ts';
import { createReplySerializer } from './reply-serializer.ts';
import { headerTimeouts } from './slow-clients.ts';

/**
 * Maximum body size. The longest text is a post of 5,000 characters, and JSON may need twelve bytes for one of them.
 */
const maxBodyBytes = 64 * 1024;

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

/** Creates a Fastify instance with the hooks of `pipeline.ts`. A route without `config.access` prevents the start. */
export async function createHttpServer(
  configuration: Configuration,
  dependencies: PipelineDependencies & { log: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: dependencies.log,
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
  app.addHook('onRoute', (options) => {
    if (options.url.startsWith('/api/') && !options.url.startsWith('/api/docs') && !options.config?.access)
      throw new Error(`${String(options.method)} ${options.url} does not declare its access`);
  });
  await addRequestHooks(app, configuration, dependencies);
  return app;
}
