import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/platform/http/free-port.ts';
import { present } from './present.ts';
import { prepareProfiler, type Profiler } from './processor-profile.ts';

/** The secret that the servers under test sign sessions with, so that programs can sign members in. */
export const sessionSecret = 'a secret for benchmarks, long enough to sign with';

/** As members meet a server: limits hold, and every request is logged. */
export const asInProduction = { RATE_LIMITS: 'on', LOG_LEVEL: 'info' } as const;

/** What servers under test run with unless told: nobody is asked to wait, and logging is as in production but quiet. */
const environment = {
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  // What ships is added while others are measured.
  STARTER_CONTENT: 'off',
  SESSION_SECRET: sessionSecret,
  // As `npm start` sets them: glibc then gives the memory of large pictures back instead of keeping it for each thread, and
  // Node does without its stripper of types where nothing is new.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/mindful-commons', import.meta.url)),
};

const serverProgram = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** What takes longer has failed; how long it may take is for the bars of each program to say. */
const readyWithinMilliseconds = 180_000;

/** Between the end of its connections and its own: a stop that went wrong may take as long. */
const endingMilliseconds = 2_000;

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first time it said that it is ready. */
  readonly readyMilliseconds: number;
  /** The last that it wrote to its log. */
  said: () => string;
  /** Whether it runs, or how it ended, and the last that it wrote; waits a moment for one that is about to end. */
  explain: () => Promise<string>;
  /** Ends the process and waits until it has gone. */
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
  /** What stands around it, where it is not alone. */
  PUBLIC_URL?: string;
  TRUSTED_PROXIES?: string;
  REDIS_URL?: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  DRAIN_SECONDS?: string;
};

/** Starts the real server as a process of its own and resolves when it is ready. */
export async function startServer(
  variables: Variables,
  cleanups?: AsyncDisposableStack,
  program: readonly string[] = [serverProgram],
): Promise<ServerProcess> {
  const port = variables.PORT ?? String(await freePort('127.0.0.1'));
  return startProgram(program, { ...environment, ...variables, PORT: port }, '/readyz', cleanups);
}

export type ProfiledServer = ServerProcess & { readonly profiler: Profiler };

/** The real server once more, slower, for it tells where its processor time goes. */
export async function startProfiledServer(
  variables: Variables,
  cleanups: AsyncDisposableStack,
): Promise<ProfiledServer> {
  const profiler = await prepareProfiler();
  return { ...(await startServer(variables, cleanups, [...profiler.parameters, serverProgram])), profiler };
}

/**
 * The server of another checkout, on the same database: what was before a change and what is after it can then be
 * compared in one run. `BENCH_BEFORE` names the checkout's folder; undefined without it.
 */
export async function startServerBefore(
  variables: Variables,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess | undefined> {
  const folder = process.env['BENCH_BEFORE'];
  return folder ? startServer(variables, cleanups, [path.join(folder, 'apps/server/src/main.ts')]) : undefined;
}

/** Starts a Node program that serves HTTP on `PORT` and resolves when it answers 200 at `readyPath`. */
export async function startProgram(
  programAndParameters: readonly string[],
  variables: Record<string, string>,
  readyPath: string,
  cleanups?: AsyncDisposableStack,
): Promise<ServerProcess> {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, programAndParameters, {
    // Elsewhere than here: an .env file in the checkout is not part of the measurement.
    cwd: tmpdir(),
    env: { PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = keepLastLines(child);
  const closed = once(child, 'close');
  const explain = async () => {
    await Promise.race([closed, wait(endingMilliseconds)]);
    const { pid, exitCode, signalCode } = child;
    const ended =
      exitCode === null && signalCode === null ? 'runs' : `ended (exitCode ${exitCode}, signalCode ${signalCode})`;
    return `Process ${pid} ${ended}. Its last lines:\n${said().slice(-3_000)}`;
  };
  const endWithProgram = () => child.kill('SIGKILL');
  process.once('exit', endWithProgram);
  child.once('exit', () => process.off('exit', endWithProgram));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  cleanups?.defer(() => end('SIGTERM'));
  const url = `http://127.0.0.1:${variables['PORT']}`;
  while (!(await answers(`${url}${readyPath}`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${said()}`);
    if (performance.now() - startedAt > readyWithinMilliseconds) {
      await end('SIGTERM');
      throw new Error(`The server is not ready:\n${said()}`);
    }
    await wait(5);
  }
  return { url, pid: present(child.pid), readyMilliseconds: performance.now() - startedAt, said, explain, end };
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

export function keepLastLines(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      chunks.push(String(chunk));
      if (chunks.length > 50) chunks.shift();
    });
  return () => chunks.join('');
}
