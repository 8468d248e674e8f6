import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/platform/http/free-port.ts';
import type { BareServer } from './bare-server.ts';
import { type ServerProcess, startProgram } from './server-process.ts';

const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** The pool size a server has when nobody says otherwise (`DATABASE_POOL_SIZE`). */
const poolSize = 10;

/** Starts the bare server that the application is compared with, on the same database with as many connections. */
export async function startBareServer(
  given: Omit<BareServer, 'poolSize'>,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess> {
  const variables = {
    NODE_ENV: 'production',
    PORT: String(await freePort('127.0.0.1')),
    BARE_SERVER: JSON.stringify({ ...given, poolSize }),
  };
  return startProgram([program], variables, '/ready', cleanups);
}
