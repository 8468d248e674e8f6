import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import type { SentStatement } from '../../apps/server/test/plans.ts';
import type { BareServer } from './bare-server.ts';
import { makeFolder } from './database.ts';
import type { Measurement } from './measurement.ts';
import { root, type ServerProcess, serverProgramIn, startProgram, startServer } from './servers.ts';

const recorder = fileURLToPath(new URL('statement-recorder.ts', import.meta.url));
const bareProgram = fileURLToPath(new URL('bare-server.ts', import.meta.url));
/** Default pool size of a server (`DATABASE_POOL_SIZE`). */
const poolSize = 10;
/** Longer than events are batched and longer than the worker's polling interval. */
const quietMilliseconds = 1_500;

/** Starts the real server and records its statements. */
export async function startRecordedServer(variables: Record<string, string>, cleanups: AsyncDisposableStack) {
  const folder = await makeFolder(cleanups);
  const STATEMENTS_FILE = path.join(folder, 'statements.jsonl');
  await writeFile(STATEMENTS_FILE, '');
  const program = ['--import', recorder, serverProgramIn(root)];
  const server = await startServer({ ...variables, DATA_DIR: folder, STATEMENTS_FILE }, cleanups, program);
  const read = async () =>
    (await readFile(STATEMENTS_FILE, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as SentStatement)
      // Frames for other processes are sent in batches, independently of requests.
      .filter(({ name }) => name !== 'bus_notify');
  return {
    url: server.url,
    /** Returns the statements during a call. Waits before it until earlier background work is done. */
    async record(call: () => Promise<unknown>): Promise<SentStatement[]> {
      for (let before = -1; before !== (await read()).length;) {
        before = (await read()).length;
        await wait(quietMilliseconds);
      }
      await writeFile(STATEMENTS_FILE, '');
      await call();
      return read();
    },
  };
}

/** Counts the statements of a request, including the session's, BEGIN and COMMIT. The note names them. */
export const countStatements = (name: string, statements: readonly SentStatement[], atMost?: number): Measurement => ({
  name: `${name}: statements per request`,
  value: statements.length,
  unit: '',
  ...(atMost !== undefined && { target: { atMost } }),
  note: statements.map((statement) => statement.name || statement.text.split(' ').slice(0, 3).join(' ')).join(', '),
});

/** Starts the bare server that the application is compared with. It uses the same database and the same pool size. */
export async function startBareServer(
  options: Omit<BareServer, 'poolSize'>,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess> {
  // Passed in a file: the responses are too large for an environment variable.
  const file = path.join(await makeFolder(cleanups), 'bare-server.json');
  await writeFile(file, JSON.stringify({ ...options, poolSize }));
  const variables = { NODE_ENV: 'production', PORT: String(await findFreePort('127.0.0.1')) };
  return startProgram([bareProgram, file], variables, '/ready', cleanups);
}
