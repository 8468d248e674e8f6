import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { prepareProfiler, type Profiler } from './processor-profile.ts';
import { requireDefined } from './require-defined.ts';

/** Session secret of the servers under test. Benchmarks use it to sign members in. */
export const sessionSecret = 'a secret for benchmarks, long enough to sign with';

/** Production settings: rate limits are on, and every request is logged. */
export const productionSettings = { RATE_LIMITS: 'on', LOG_LEVEL: 'info' } as const;

/** Default variables of servers under test: no rate limits, and a production log without requests. */
const environment = {
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  // The starter content would be added during a measurement.
  STARTER_CONTENT: 'off',
  SESSION_SECRET: sessionSecret,
  // The same as in `npm start`. glibc returns the memory of large pictures instead of keeping it per thread, V8 collects
  // short-lived objects early, and Node reuses compiled code instead of stripping types again.
  NODE_OPTIONS: '--max-semi-space-size=4',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/mindful-commons', import.meta.url)),
};

const serverProgram = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** A start that takes longer has failed. The benchmarks set their own targets below this. */
const readyWithinMilliseconds = 180_000;

/** A failing process may take this long from closing its connections to its exit. */
const endingMilliseconds = 2_000;

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** Time from the start of the process until it was ready. */
  readonly readyMilliseconds: number;
  /** Returns the last lines of its log. */
  lastOutput: () => string;
  /** Describes whether it runs or how it ended, with its last lines. Waits up to two seconds for it to end. */
  explain: () => Promise<string>;
  /** Ends the process and waits for its exit. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

type Variables = {
  DATA_DIR: string;
  DATABASE_URL?: string;
  PORT?: string;
  RATE_LIMITS?: string;
  TMPDIR?: string;
  LD_PRELOAD?: string;
  FAKETIME_TIMESTAMP_FILE?: string;
  FAKETIME_CACHE_DURATION?: string;
  FAKETIME_DONT_FAKE_MONOTONIC?: string;
  LOG_LEVEL?: string;
  STARTER_CONTENT?: string;
  // Only with a proxy, Redis or S3.
  PUBLIC_URL?: string;
  TRUSTED_PROXIES?: string;
  REDIS_URL?: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  DRAIN_SECONDS?: string;
};

/** Starts the real server as its own process and resolves when it is ready. */
export async function startServer(
  variables: Variables,
  cleanups?: AsyncDisposableStack,
  program: readonly string[] = [serverProgram],
): Promise<ServerProcess> {
  const port = variables.PORT ?? String(await findFreePort('127.0.0.1'));
  return startProgram(program, { ...environment, ...variables, PORT: port }, '/readyz', cleanups);
}

export type ProfiledServer = ServerProcess & { readonly profiler: Profiler };

/** Starts the real server with a profiler, which makes it slower. */
export async function startProfiledServer(
  variables: Variables,
  cleanups: AsyncDisposableStack,
): Promise<ProfiledServer> {
  const profiler = await prepareProfiler();
  return { ...(await startServer(variables, cleanups, [...profiler.parameters, serverProgram])), profiler };
}

/** Starts the server of another checkout on the same database (`--against`). Returns undefined without a folder. */
export async function startServerBefore(
  variables: Variables,
  cleanups: AsyncDisposableStack,
  folder: string | undefined,
): Promise<ServerProcess | undefined> {
  return folder !== undefined
    ? startServer(variables, cleanups, [path.join(folder, 'apps/server/src/main.ts')])
    : undefined;
}

/** Starts a Node program that serves HTTP on `PORT` and resolves when it returns 200 at `readyPath`. */
export async function startProgram(
  programAndParameters: readonly string[],
  variables: Record<string, string>,
  readyPath: string,
  cleanups?: AsyncDisposableStack,
): Promise<ServerProcess> {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, programAndParameters, {
    // Outside the checkout, so that its .env file does not affect the measurement.
    cwd: tmpdir(),
    env: { PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastOutput = keepLastLines(child);
  const closed = once(child, 'close');
  const explain = async () => {
    await Promise.race([closed, wait(endingMilliseconds)]);
    const { pid, exitCode, signalCode } = child;
    const ended =
      exitCode === null && signalCode === null ? 'runs' : `ended (exitCode ${exitCode}, signalCode ${signalCode})`;
    return `Process ${pid} ${ended}. Its last lines:\n${lastOutput().slice(-3_000)}`;
  };
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  child.once('exit', () => process.off('exit', killOnExit));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  cleanups?.defer(() => end('SIGTERM'));
  const url = `http://127.0.0.1:${variables['PORT']}`;
  while (!(await respondsOk(`${url}${readyPath}`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${lastOutput()}`);
    if (performance.now() - startedAt > readyWithinMilliseconds) {
      await end('SIGTERM');
      throw new Error(`The server is not ready:\n${lastOutput()}`);
    }
    await wait(5);
  }
  return {
    url,
    pid: requireDefined(child.pid),
    readyMilliseconds: performance.now() - startedAt,
    lastOutput,
    explain,
    end,
  };
}

async function respondsOk(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** Collects the output of a process. Returns a function that returns its last 50 chunks. */
export function keepLastLines(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      chunks.push(String(chunk));
      if (chunks.length > 50) chunks.shift();
    });
  return () => chunks.join('');
}
