import type { FastifyBaseLogger } from 'fastify';

/** Whether something is away just now. */
export type Outage = { failed: (error: unknown) => void; worked: () => void; isOn: () => boolean };

/** Logs that an outage began, and that it ended: once each, however many calls fail in between. */
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
