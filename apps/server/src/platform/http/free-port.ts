import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range, because the system could assign such a port before the server listens on it. */
const ports = { from: 20_000, to: 32_768 } as const;

/** Returns a free port of `host`. @throws Error when nothing can listen at that host. */
export async function findFreePort(host: string): Promise<number> {
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

/** Some systems reserve ports and answer EACCES. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
