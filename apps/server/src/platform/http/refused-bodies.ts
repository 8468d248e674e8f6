import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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
