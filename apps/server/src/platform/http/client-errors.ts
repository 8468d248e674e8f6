import { randomUUIDv7 } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { platformErrors } from '@commons/contract/problem';
import type { FastifyBaseLogger } from 'fastify';
import { toProblem } from './errors.ts';
import { strictHeaders } from './security-headers.ts';

/** What Node's parser calls the errors that mean something else than "this is no request". */
const codes: Record<string, keyof typeof platformErrors> = {
  HPE_HEADER_OVERFLOW: 'request.head_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
};

/** `rawPacket` is what the parser was reading; Fastify's types take it for something else than Node's buffer. */
type ClientError = Error & { code?: string | undefined; rawPacket?: unknown };

/**
 * Answers what Node refuses before there is a request that could pass our hooks: bytes that are no HTTP, a head beyond
 * its limit, a body that did not arrive in time. The connection ends, since nobody knows where the next request begins.
 */
export function answerClientError(error: ClientError, socket: Duplex, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Bytes in the midst of an answer would be read as a part of it.
  if (!socket.writable || hasAnswerBegun(socket)) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'request.malformed';
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

/** Node keeps the answer that a connection is busy with there, and asks the same before its own answer. */
function hasAnswerBegun(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse };
  return answer?.headersSent ?? false;
}
