import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits during the shutdown until no request is in flight or the time limit is over. */
    waitForRequestsInFlight: () => Promise<void>;
  }
}

type RequestsInFlight = {
  begin: (request: FastifyRequest) => void;
  end: (request: FastifyRequest) => void;
};

/**
 * Tracks requests in flight. A closing server waits only for open connections. After a client disconnects, its request
 * continues without a connection and still needs the database.
 */
export function trackRequestsInFlight(app: FastifyInstance, maxMilliseconds: number): RequestsInFlight {
  const inFlight = new Set<FastifyRequest>();
  let resolveIdle: (() => void) | undefined;
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
  return {
    begin: (request) => void inFlight.add(request),
    end(request) {
      if (inFlight.delete(request) && inFlight.size === 0) resolveIdle?.();
    },
  };
}
