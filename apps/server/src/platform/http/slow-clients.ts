import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from '../errors.ts';

/** Options of Node's server: a head is short and must be there soon; how long a body takes depends on the member's line. */
export const headTimeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 2_000 };

/** A body goes on as long as something arrives in each window: 50 MB at 2 Mbit/s take 200 s and are welcome. */
const windowMilliseconds = 30_000;
/** 2 kbit/s. A body that is shorter has one window for itself. */
const minBytesPerWindow = 8 * 1024;
/** A quarter of an hour, in which the largest picture arrives at 100 kbit/s. */
const maxWindows = 30;

/**
 * Answers 408 to clients that stop sending in the midst of a body, or send so little that they only hold the connection
 * (slowloris). What waits because this server is slow to read does not count against them.
 */
export function cutStalledBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) watch(request, reply);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  let windows = 0;
  let receivedBefore = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    windows += 1;
    const received = socket.bytesRead - receivedBefore;
    receivedBefore = socket.bytesRead;
    const isOurTurn = raw.readableLength > 0;
    if (windows < maxWindows && (isOurTurn || received >= minBytesPerWindow)) return;
    clearInterval(timer);
    cut(raw, reply);
  }, windowMilliseconds).unref();
  raw.once('close', () => clearInterval(timer));
}

/** Fails the reading of the body, so that its reader answers; without one there is an answer already, or never will be. */
function cut(raw: FastifyRequest['raw'], reply: FastifyReply): void {
  if (raw.listenerCount('error') === 0 || reply.raw.headersSent) {
    raw.destroy();
    return;
  }
  void reply.header('connection', 'close');
  // Not destroy(error), which would close the connection before the answer.
  raw.emit('error', platformError('request.timed_out'));
}

/** What is read, and thrown away, of a body whose request is answered already: the largest upload, several times over. */
const maxUnreadBytes = 100 * 1024 * 1024;
const maxUnreadMilliseconds = 60_000;
const checkMilliseconds = 100;

/**
 * Lets clients hear why a body is refused while they still send it. A connection that is closed with bytes on their way
 * is reset, and the answer with it is lost (RFC 9112, section 9.6): so the rest is read to its end, and the connection
 * is of use for the next call. Who sends on and on is cut off.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    // Fastify closes the connection whenever a body could not be parsed; who stopped sending has nothing left to say.
    if (reply.statusCode !== 408) void reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => {
    // A request that is injected comes over no connection.
    if (!raw.complete && raw.socket instanceof Socket) watchRest(raw);
  });
}

function watchRest(raw: FastifyRequest['raw']): void {
  const { socket } = raw;
  const until = { bytes: socket.bytesRead + maxUnreadBytes, at: Date.now() + maxUnreadMilliseconds };
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > until.bytes || Date.now() > until.at) socket.destroy();
  }, checkMilliseconds).unref();
}
