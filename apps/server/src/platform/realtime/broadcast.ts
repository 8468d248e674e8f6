import { setImmediate } from 'node:timers/promises';
import type { CountsVersion, Origin } from '../envelope.ts';
import type { Connections } from './connections.ts';

type QueuedFrame = { text: string; origin: Origin };

/**
 * Minimum interval between frames with the same counts. A popular post sends two updates a second, not one per like.
 */
const latestIntervalMilliseconds = 500;

/** Maximum time of one turn of the event loop that sending to everyone may take. */
const sliceMilliseconds = 5;

/**
 * Sends frames to every socket of the process in order. Large audiences are split over several turns of the event loop,
 * so that other work continues. Of frames with the same counts, only the latest is sent: at once, or half a second
 * after the previous one.
 */
export function createBroadcast(connections: Pick<Connections, 'all' | 'send'>) {
  let queue: QueuedFrame[] = [];
  let isSending = false;
  const latestFrames = new Map<string, QueuedFrame & { revision: number }>();
  let lastFlushedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const send = async () => {
    if (isSending) return;
    isSending = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      let sliceStartedAt = performance.now();
      for (const connection of connections.all()) {
        for (const { text, origin } of batch) connections.send(connection, text, origin);
        if (performance.now() - sliceStartedAt < sliceMilliseconds) continue;
        await setImmediate();
        sliceStartedAt = performance.now();
      }
    }
    isSending = false;
  };
  const flushLatest = () => {
    timer = undefined;
    lastFlushedAt = performance.now();
    queue.push(...latestFrames.values());
    latestFrames.clear();
    void send();
  };

  return {
    publish(text: string, origin: Origin, latest?: CountsVersion): void {
      if (!latest) {
        queue.push({ text, origin });
        void send();
        return;
      }
      const { name, revision } = latest;
      if ((latestFrames.get(name)?.revision ?? -Infinity) < revision)
        latestFrames.set(name, { text, origin, revision });
      const delay = lastFlushedAt + latestIntervalMilliseconds - performance.now();
      if (delay <= 0 && !timer) flushLatest();
      else timer ??= setTimeout(flushLatest, delay);
    },
    close: () => clearTimeout(timer),
  };
}
