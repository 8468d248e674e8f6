import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits, while the server stops, until nothing is done for any caller, or what may be waited is over. */
    untilNothingIsUnderWay: () => Promise<void>;
  }
}

/**
 * Notes for which requests something is being done. A server that closes waits for its connections alone: who hung up has
 * none, while their call goes on to its end and needs the database for as long.
 */
export function noteUnderWay(app: FastifyInstance, maxMilliseconds: number): void {
  const underWay = new Set<FastifyRequest>();
  let tellNothing: (() => void) | undefined;
  const end = (request: FastifyRequest) => {
    if (underWay.delete(request) && underWay.size === 0) tellNothing?.();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    underWay.add(request);
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    // Who hung up in the midst of a body is not heard of again: nothing more is done. Later, its reading fails instead.
    if (request.raw.destroyed && !request.raw.complete) end(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    // A handshake is answered past the hooks; its socket is told itself that the server stops.
    if (request.ws) end(request);
    done();
  });
  // Every other call ends here, were it with an error, and also where nobody is there to read it.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request);
    done();
  });

  let stopsAt = 0;
  app.addHook('preClose', async () => {
    stopsAt = performance.now() + maxMilliseconds;
  });
  app.decorate('untilNothingIsUnderWay', async () => {
    const milliseconds = stopsAt - performance.now();
    if (underWay.size === 0 || milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, milliseconds);
    tellNothing = resolve;
    await promise;
    clearTimeout(limit);
  });
}
