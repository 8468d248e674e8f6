import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** Above this mean delay, the server has no time to render pages. */
const maxDelayMilliseconds = 100;
const windowMilliseconds = 1_000;

/**
 * Measures the delay of the event loop. Returns whether it was too long during the last second. The plugin
 * `@fastify/under-pressure` rejects requests; here only rendering stops.
 */
export function watchEventLoop(app: FastifyInstance): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let isBusy = false;
  const timer = setInterval(() => {
    isBusy = delay.mean / 1e6 > maxDelayMilliseconds;
    delay.reset();
  }, windowMilliseconds).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => isBusy;
}
