import type { FastifyBaseLogger } from 'fastify';

/** Tracks whether a dependency is currently unavailable. */
export type Outage = { reportFailure: (error: unknown) => void; reportSuccess: () => void; isActive: () => boolean };

/** Logs once when an outage begins and once when it ends, however many calls fail in between. */
export function createOutage(
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  messages: { begins: string; ends: string },
): Outage {
  let isActive = false;
  return {
    reportFailure(error) {
      if (!isActive) log.warn({ err: error }, messages.begins);
      isActive = true;
    },
    reportSuccess() {
      if (isActive) log.info(messages.ends);
      isActive = false;
    },
    isActive: () => isActive,
  };
}
