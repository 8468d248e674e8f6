import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import type { SentStatement } from '../../apps/server/test/plans.ts';
import type { BareServer } from './bare-server.ts';
import { makeFolder } from './database.ts';
import type { Run } from './measurement.ts';
import { type ServerProcess, startProgram, startServer } from './servers.ts';

const recorder = fileURLToPath(new URL('statement-recorder.ts', import.meta.url));
const bareProgram = fileURLToPath(new URL('bare-server.ts', import.meta.url));
/** Default pool size of a server (`DATABASE_POOL_SIZE`). */
const poolSize = 10;

/** Starts the real server and records its statements. */
export async function startRecordedServer(run: Run, variables: Record<string, string>) {
  const STATEMENTS_FILE = path.join(await makeFolder(run.cleanups), 'statements.jsonl');
  await writeFile(STATEMENTS_FILE, '');
  const server = await startServer(run, { ...variables, STATEMENTS_FILE }, ['--import', recorder]);
  return {
    url: server.url,
    /** Returns the statements during a call. */
    async record(call: () => Promise<unknown>): Promise<SentStatement[]> {
      await writeFile(STATEMENTS_FILE, '');
      await call();
      const lines = (await readFile(STATEMENTS_FILE, 'utf8')).split('\n').filter(Boolean);
      const statements = lines.map((line) => JSON.parse(line) as SentStatement);
      // Frames for other processes are sent in batches, independently of requests.
      return statements.filter(({ name }) => name !== 'bus_notify');
    },
  };
}

/** Starts the bare server that the application is compared with. It uses the same database and the same pool size. */
export async function startBareServer(
  { cleanups }: Run,
  options: Omit<BareServer, 'poolSize'>,
): Promise<ServerProcess> {
  // Passed in a file: the responses are too large for an environment variable.
  const file = path.join(await makeFolder(cleanups), 'bare-server.json');
  await writeFile(file, JSON.stringify({ ...options, poolSize }));
  const variables = { NODE_ENV: 'production', PORT: String(await findFreePort('127.0.0.1')) };
  return startProgram([bareProgram, file], variables, '/ready', cleanups);
}
