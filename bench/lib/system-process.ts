import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { takesConnections } from '../../apps/server/test/redis-server.ts';
import { keepLastLines } from './server-process.ts';

const readyWithinMilliseconds = 30_000;

/** A program of the system's that runs for as long as this one, at most. */
export type SystemProcess = {
  /** Ends it and waits until it has gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Stops it in its tracks, as a machine that lost its network looks to others: connections stay and say nothing. */
  freeze(): void;
  thaw(): void;
};

/** Starts a program, as another account where one is given, and resolves when it takes connections at a port of loopback. */
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
  const said = keepLastLines(child);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const endWithProgram = () => child.kill(endWith);
  // Before the folders are removed that it writes to.
  process.prependOnceListener('exit', endWithProgram);
  child.once('exit', () => process.off('exit', endWithProgram));
  const end = async (signal: NodeJS.Signals) => {
    if (isOver()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    // A stopped process takes its signal when it goes on.
    child.kill('SIGCONT');
    await exited;
  };
  cleanups.defer(() => end(endWith));
  const giveUpAt = performance.now() + readyWithinMilliseconds;
  while (!(await takesConnections(port))) {
    if (failure) throw failure;
    if (isOver() || performance.now() > giveUpAt) throw new Error(`${program} does not start:\n${said()}`);
    await wait(20);
  }
  return { end, freeze: () => child.kill('SIGSTOP'), thaw: () => child.kill('SIGCONT') };
}
