import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { requireDefined } from './measurement.ts';

/** A start that takes longer has failed. The benchmarks set their own targets below this. */
const readyWithinMilliseconds = 180_000;
/** A failing process may take this long from closing its connections to its exit. */
const endingMilliseconds = 2_000;

/** A program that was started by a benchmark. It ends at the latest with the benchmark. */
export type RunningProcess = {
  readonly pid: number;
  /** Time from the start of the process until it was ready. */
  readonly readyMilliseconds: number;
  /** Ends the process and waits for its exit. */
  end: (signal: NodeJS.Signals) => Promise<void>;
  /** Suspends it. To others it looks like a machine without network: connections stay open but silent. */
  freeze: () => void;
  thaw: () => void;
  /** Describes whether it runs or how it ended, with its last lines. Waits up to two seconds for it to end. */
  explain: () => Promise<string>;
};

type ProcessOptions = {
  isReady: () => Promise<boolean>;
  env?: Record<string, string>;
  account?: { uid: number; gid: number } | undefined;
  cleanups: AsyncDisposableStack;
  /** The signal of the cleanup. */
  endWith?: NodeJS.Signals;
};

/** Starts a program, optionally under another account. Resolves when it is ready. */
export async function startProcess(
  [program = '', ...parameters]: readonly string[],
  { isReady, env = {}, account, cleanups, endWith = 'SIGTERM' }: ProcessOptions,
): Promise<RunningProcess> {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  // Outside the checkout, so that its .env file does not affect the measurement.
  const options = { cwd: tmpdir(), env: { PATH, ...env }, ...account };
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close').catch(() => {});
  const lastOutput = keepLastLines(child);
  const hasExited = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const killOnExit = () => child.kill(endWith === 'SIGTERM' ? 'SIGKILL' : endWith);
  // Runs before the process's folders are deleted.
  process.prependOnceListener('exit', killOnExit);
  child.once('exit', () => process.off('exit', killOnExit));
  const end = async (signal: NodeJS.Signals) => {
    if (hasExited()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    // A suspended process handles the signal when it continues.
    child.kill('SIGCONT');
    await exited;
  };
  cleanups.defer(() => end(endWith));
  while (!(await isReady())) {
    const isLate = performance.now() - startedAt > readyWithinMilliseconds;
    if (isLate) await end('SIGKILL');
    if (hasExited()) throw new Error(`${program} ${isLate ? 'is not ready' : 'ended'}:\n${lastOutput()}`);
    await wait(5);
  }
  return {
    pid: requireDefined(child.pid),
    readyMilliseconds: performance.now() - startedAt,
    end,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async explain() {
      await Promise.race([closed, wait(endingMilliseconds)]);
      const state = hasExited() ? `ended (code ${child.exitCode}, signal ${child.signalCode})` : 'runs';
      return `Process ${child.pid} ${state}. Its last lines:\n${lastOutput().slice(-3_000)}`;
    },
  };
}

/** Collects the output of a process. Returns a function that returns its last 50 chunks. */
function keepLastLines(child: ChildProcess): () => string {
  const chunks: string[] = [];
  child.once('error', (error) => chunks.push(error.message));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      chunks.push(String(chunk));
      if (chunks.length > 50) chunks.shift();
    });
  return () => chunks.join('');
}

/** Returns the resident memory of a process in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
