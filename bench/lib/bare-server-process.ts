import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import type { BareServer } from './bare-server.ts';
import { type ServerProcess, startProgram } from './server-process.ts';
import { makeFolder } from './workspace.ts';

const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** Default pool size of a server (`DATABASE_POOL_SIZE`). */
const poolSize = 10;

/** Starts the bare server that the application is compared with. It uses the same database and the same pool size. */
export async function startBareServer(
  options: Omit<BareServer, 'poolSize'>,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess> {
  // Passed in a file: the responses are too large for an environment variable.
  const file = path.join(await makeFolder(cleanups), 'bare-server.json');
  await writeFile(file, JSON.stringify({ ...options, poolSize }));
  const variables = { NODE_ENV: 'production', PORT: String(await findFreePort('127.0.0.1')) };
  return startProgram([program, file], variables, '/ready', cleanups);
}
