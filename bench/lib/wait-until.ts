import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition is true, at most a minute by default. Returns whether it became true. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { atMostMilliseconds = 60_000, pauseMilliseconds = 20 } = {},
): Promise<boolean> {
  const giveUpAt = performance.now() + atMostMilliseconds;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) return false;
    await wait(pauseMilliseconds);
  }
  return true;
}
