import type { FastifyBaseLogger } from 'fastify';

/** Tracks whether a dependency is currently unavailable. */
export type Outage = { failed: (error: unknown) => void; worked: () => void; isOn: () => boolean };

/** Logs once when an outage begins and once when it ends, however many calls fail in between. */
export function createOutage(
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  sentences: { begins: string; ends: string },
): Outage {
  let isOn = false;
  return {
    failed(error) {
      if (!isOn) log.warn({ err: error }, sentences.begins);
      isOn = true;
    },
    worked() {
      if (isOn) log.info(sentences.ends);
      isOn = false;
    },
    isOn: () => isOn,
  };
}
