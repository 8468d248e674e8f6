import { setImmediate } from 'node:timers/promises';
import type { Latest, Origin } from '../envelope.ts';
import type { Connections } from './connections.ts';

type Words = { text: string; origin: Origin };

/** How late figures may be: a post that many like at once is told of twice a second, and not for each like. */
const figuresMilliseconds = 500;

/** How long one turn of the event loop may be taken up with sending to everyone. */
const sliceMilliseconds = 5;

/**
 * Says things to every socket of the process, in order: to some thousands in several turns of the event loop, so that
 * nobody else waits meanwhile. Of figures that replace each other the latest is said: at once when all was quiet, else
 * half a second after the figures before.
 */
export function createBroadcast(connections: Pick<Connections, 'all' | 'send'>) {
  let waiting: Words[] = [];
  let isSending = false;
  const figures = new Map<string, Words & { revision: number }>();
  let figuresSaidAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const send = async () => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      let sliceBeganAt = performance.now();
      for (const connection of connections.all()) {
        for (const { text, origin } of batch) connections.send(connection, text, origin);
        if (performance.now() - sliceBeganAt < sliceMilliseconds) continue;
        await setImmediate();
        sliceBeganAt = performance.now();
      }
    }
    isSending = false;
  };
  const sayFigures = () => {
    timer = undefined;
    figuresSaidAt = performance.now();
    waiting.push(...figures.values());
    figures.clear();
    void send();
  };

  return {
    say(text: string, origin: Origin, latest?: Latest): void {
      if (!latest) {
        waiting.push({ text, origin });
        void send();
        return;
      }
      const { name, revision } = latest;
      if ((figures.get(name)?.revision ?? -Infinity) < revision) figures.set(name, { text, origin, revision });
      const milliseconds = figuresSaidAt + figuresMilliseconds - performance.now();
      if (milliseconds <= 0 && !timer) sayFigures();
      else timer ??= setTimeout(sayFigures, milliseconds);
    },
    close: () => clearTimeout(timer),
  };
}
