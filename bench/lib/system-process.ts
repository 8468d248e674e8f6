import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { acceptsConnections } from '../../apps/server/test/redis-server.ts';
import { keepLastLines } from './server-process.ts';

const readyWithinMilliseconds = 30_000;

/** A program of the operating system. It ends at the latest with the benchmark. */
export type SystemProcess = {
  /** Ends the process and waits for its exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Suspends it. To others it looks like a machine without network: connections stay open but silent. */
  freeze(): void;
  thaw(): void;
};

/** Starts a program, optionally under another account. Resolves when it accepts connections on the loopback port. */
export async function startSystemProcess(
  [program = '', ...parameters]: readonly string[],
  options: {
    port: number;
    env?: Record<string, string>;
    account?: { uid: number; gid: number } | undefined;
    cleanups: AsyncDisposableStack;
    endWith?: NodeJS.Signals;
  },
): Promise<SystemProcess> {
  const { port, env = {}, account, cleanups, endWith = 'SIGKILL' } = options;
  const { PATH = '' } = process.env;
  const child = spawn(program, parameters, {
    cwd: '/',
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const lastOutput = keepLastLines(child);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const killOnExit = () => child.kill(endWith);
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
  const giveUpAt = performance.now() + readyWithinMilliseconds;
  while (!(await acceptsConnections(port))) {
    if (failure) throw failure;
    if (hasExited() || performance.now() > giveUpAt) throw new Error(`${program} does not start:\n${lastOutput()}`);
    await wait(20);
  }
  return { end, freeze: () => child.kill('SIGSTOP'), thaw: () => child.kill('SIGCONT') };
}
