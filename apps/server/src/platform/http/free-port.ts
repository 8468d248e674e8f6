import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives to connections by itself: one of them may be taken before anybody listens there. */
const ports = { from: 20_000, to: 32_768 } as const;

/**
 * A port of `host` that is free now.
 * @throws Error when nothing can listen at that host.
 */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    const probe = createServer();
    try {
      await once(probe.listen(port, host), 'listening');
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Some systems keep ports for themselves, and say that nobody may. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
