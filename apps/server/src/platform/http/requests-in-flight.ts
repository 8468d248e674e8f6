import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits during the shutdown until no request is in flight or the time limit is over. */
    waitForRequestsInFlight: () => Promise<void>;
  }
}

/**
 * Tracks requests in flight. A closing server waits only for open connections. After a client disconnects, its request
 * continues without a connection and still needs the database.
 */
export function trackRequestsInFlight(app: FastifyInstance, maxMilliseconds: number): void {
  const inFlight = new Set<FastifyRequest>();
  let resolveIdle: (() => void) | undefined;
  const finish = (request: FastifyRequest) => {
    if (inFlight.delete(request) && inFlight.size === 0) resolveIdle?.();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    inFlight.add(request);
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    // The client disconnected in the middle of the body before it was read, so no handler will run.
    if (request.raw.destroyed && !request.raw.complete) finish(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    // A WebSocket handshake ends outside the hooks. Its socket is closed separately during the shutdown.
    if (request.ws) finish(request);
    done();
  });
  // All other requests end here, including errors and disconnected clients.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    finish(request);
    done();
  });

  let deadline = 0;
  app.addHook('preClose', async () => {
    deadline = performance.now() + maxMilliseconds;
  });
  app.decorate('waitForRequestsInFlight', async () => {
    const milliseconds = deadline - performance.now();
    if (inFlight.size === 0 || milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    resolveIdle = resolve;
    await promise;
    clearTimeout(timer);
  });
}
