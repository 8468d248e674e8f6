import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/platform/http/free-port.ts';
import type { BareServer } from './bare-server.ts';
import { type ServerProcess, startProgram } from './server-process.ts';
import { makeFolder } from './workspace.ts';

const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** The pool size a server has when nobody says otherwise (`DATABASE_POOL_SIZE`). */
const poolSize = 10;

/** Starts the bare server that the application is compared with, on the same database with as many connections. */
export async function startBareServer(
  given: Omit<BareServer, 'poolSize'>,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess> {
  // In a file: pages of answers are more than an environment holds.
  const file = path.join(await makeFolder(cleanups), 'bare-server.json');
  await writeFile(file, JSON.stringify({ ...given, poolSize }));
  const variables = { NODE_ENV: 'production', PORT: String(await freePort('127.0.0.1')) };
  return startProgram([program, file], variables, '/ready', cleanups);
}
