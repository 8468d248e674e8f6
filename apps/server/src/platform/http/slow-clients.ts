import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from '../errors.ts';

/**
 * Options of Node's server. Headers are short and must arrive soon. The time for a body depends on the member's
 * connection.
 */
export const headerTimeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 2_000 };

/** A body may continue as long as enough data arrives in each window: 50 MB at 2 Mbit/s take 200 s. */
const windowMilliseconds = 30_000;
/** 2 kbit/s. A shorter body may take one whole window. */
const minBytesPerWindow = 8 * 1024;
/** 15 minutes in total, enough for the largest picture at 100 kbit/s. */
const maxWindows = 30;

/**
 * Answers 408 to clients that stop sending in the middle of a body, or send so little that they only hold the
 * connection (slowloris). Data that the server has not read yet does not count against the client.
 */
export function abortStalledBody(request: FastifyRequest, reply: FastifyReply): void {
  if (hasBody(request)) monitorBody(request, reply);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function monitorBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  let windows = 0;
  let receivedBefore = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    windows += 1;
    const received = socket.bytesRead - receivedBefore;
    receivedBefore = socket.bytesRead;
    const isServerBehind = raw.readableLength > 0;
    if (windows < maxWindows && (isServerBehind || received >= minBytesPerWindow)) return;
    clearInterval(timer);
    abortBody(raw, reply);
  }, windowMilliseconds).unref();
  raw.once('close', () => clearInterval(timer));
}

/** Emits an error to the reader of the body, which sends it as a response. Without a reader, closes the connection. */
function abortBody(raw: FastifyRequest['raw'], reply: FastifyReply): void {
  if (raw.listenerCount('error') === 0 || reply.raw.headersSent) {
    raw.destroy();
    return;
  }
  void reply.header('connection', 'close');
  // `destroy(error)` would close the connection before the response.
  raw.emit('error', platformError('request.timed_out'));
}

/** Maximum data to read and discard after a response was sent: several times the largest upload. */
const maxUnreadBytes = 100 * 1024 * 1024;
const maxUnreadMilliseconds = 60_000;
const checkMilliseconds = 100;

/**
 * Lets clients read the response while they still send a rejected body. Closing the connection with unread data would
 * reset it, and the response would be lost (RFC 9112, section 9.6). So the rest is read and discarded, and the
 * connection can be reused. An endless sender is disconnected.
 */
export function drainRejectedBody({ raw }: FastifyRequest): void {
  // An injected request has no connection.
  if (!raw.complete && raw.socket instanceof Socket) limitRemainingBody(raw);
}

function limitRemainingBody(raw: FastifyRequest['raw']): void {
  const { socket } = raw;
  const limit = { bytes: socket.bytesRead + maxUnreadBytes, at: Date.now() + maxUnreadMilliseconds };
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > limit.bytes || Date.now() > limit.at) socket.destroy();
  }, checkMilliseconds).unref();
}
