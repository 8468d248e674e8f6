import { randomUUIDv7 } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorDefinition, platformErrors } from '@commons/contract/problem';
import type { Problem } from '@commons/contract/problem/schemas';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '../database/database.ts';
import { AppError, type FieldErrors, platformError } from '../errors.ts';
import { clearBrowserCache, strictHeaders } from './security-headers.ts';

type PlatformErrorCode = keyof typeof platformErrors;

const platformCodeByStatus: Record<number, PlatformErrorCode> = {
  404: 'request.not_found',
  405: 'request.method_not_allowed',
  408: 'request.timed_out',
  413: 'request.too_large',
  415: 'request.wrong_media_type',
  503: 'server.unavailable',
};

/** Returns the errors by field. An unknown field is named itself, not the object that contains it. */
function fieldErrorsOf({
  instancePath,
  message = 'is not valid',
  params,
}: ZodFastifySchemaValidationError): FieldErrors {
  const path = instancePath.split('/').filter(Boolean);
  const { keys } = params as { keys?: string[] };
  return (keys?.map((key) => [...path, key]) ?? [path]).map((field) => ({ path: field.join('.'), message }));
}

/** Operating system errors: disk full, quota exceeded, file system read-only after a failure. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);
/** Retry delay for a full disk. The operator has to free space. */
const fullDiskRetrySeconds = 30;

function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && fullDiskCodes.has(current.code)) return true;
  return false;
}

/** Maps a thrown value to a contract error. Unknown errors become `server.failed` without details. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as FastifyError;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.flatMap((issue) => fieldErrorsOf(issue));
    return platformError('request.invalid', { errors, cause: error });
  }
  // Node's error for a request whose client disconnected before its end.
  if (error.code === 'ECONNRESET' && error.message === 'aborted')
    return platformError('request.malformed', { cause: error });
  if (isDatabaseUnavailable(error)) return platformError('server.unavailable', { retryAfterSeconds: 2, cause: error });
  if (isDiskFull(error))
    return platformError('server.unavailable', { retryAfterSeconds: fullDiskRetrySeconds, cause: error });
  if (isResponseSerializationError(error)) return platformError('server.failed', { cause: error });
  const status = error.statusCode ?? 500;
  const code = platformCodeByStatus[status] ?? (status < 500 ? 'request.malformed' : 'server.failed');
  return platformError(code, { cause: error, ...(code === 'server.unavailable' && { retryAfterSeconds: 2 }) });
}

/** Builds a problem document. `instance` contains the request id. */
const toProblem = (code: string, { title, status, detail }: ErrorDefinition, requestId: string): Problem => ({
  type: `urn:problem:${code}`,
  title,
  status,
  detail,
  instance: `urn:request:${requestId}`,
});

/** Sends an error as RFC 9457 problem details, without its cause. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const problem: Problem = {
    ...toProblem(error.code, error.definition, request.id),
    ...(error.errors && { errors: error.errors }),
  };
  return reply
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((body) => JSON.stringify(body))
    .send(problem);
}

/**
 * Maps an error to a contract error and sets the status and `Retry-After`. Logs it as an error only if it is a failure
 * of the server; rejections due to overload are not.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: FastifyError): AppError {
  const appError = toAppError(error);
  const { definition, code, retryAfterSeconds } = appError;
  const isOverload = code === 'server.unavailable' && appError.cause === undefined;
  if (definition.status >= 500 && !isOverload) request.log.error({ err: error }, 'request failed');
  else request.log.info({ code }, 'request refused');
  // The session has ended, or the member is suspended: pages in the browser's cache must not open.
  if (code === 'request.suspended' || (code === 'request.unauthenticated' && request.isSessionOver))
    clearBrowserCache(reply);
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  void reply.status(definition.status);
  return appError;
}

/** Answers all errors of the application with problem details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(request, reply, refuse(request, reply, error)),
  );
}

/** Parser errors of Node with a more specific meaning than "malformed request". */
const parserErrorCodes: Record<string, keyof typeof platformErrors> = {
  HPE_HEADER_OVERFLOW: 'request.head_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
};

/** `rawPacket` is the data that the parser was reading. Fastify's types do not declare it as a Buffer. */
type ClientError = Error & { code?: string | undefined; rawPacket?: unknown };

/**
 * Answers errors that Node detects before a request exists: invalid HTTP, headers beyond the limit, a body that did not
 * arrive in time. Closes the connection, since the start of the next request is unknown.
 */
export function answerClientError(error: ClientError, socket: Duplex, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // The client would read the error as part of a response that has already started.
  if (!socket.writable || hasResponseStarted(socket)) {
    socket.destroy();
    return;
  }
  const code = parserErrorCodes[error.code ?? ''] ?? 'request.malformed';
  const requestId = randomUUIDv7();
  log.info({ code, reason: error.code, requestId }, 'request refused');
  const { status } = platformErrors[code];
  const body = JSON.stringify(toProblem(code, platformErrors[code], requestId));
  const headers = {
    ...strictHeaders,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  };
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`);
}

/** Node stores the current response of a connection in `_httpMessage` and checks it before its own error response. */
function hasResponseStarted(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse };
  return answer?.headersSent ?? false;
}
