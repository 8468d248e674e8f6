import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { Invocation } from './identity.ts';

/**
 * Starts a PostgreSQL program that ends with this process, whether it exits normally, by `process.exit`, by a second
 * signal or by `kill -9`. The program has its own session, so Ctrl-C, `timeout` and a closed terminal reach only this
 * process, which stops PostgreSQL last.
 */
export function spawnOwned({ file, parameters, options }: Invocation, stdio: StdioOptions): ChildProcess {
  // Starts before the program, so that the program is never unguarded.
  const guard = startGuard();
  const child = spawn(file, parameters, { ...options, detached: true, stdio });
  if (child.pid === undefined) {
    guard.dismiss();
    return child;
  }
  guard.watch(child.pid);
  const interrupt = () => void child.kill('SIGINT');
  // Runs before other "exit" listeners, which remove PostgreSQL's folder.
  process.prependOnceListener('exit', interrupt);
  child.once('exit', () => {
    process.off('exit', interrupt);
    guard.dismiss();
  });
  return child;
}

/**
 * Reads a process id, then waits for a second line. The kernel closes the pipe when this process dies, and the guard
 * then sends SIGINT to the watched process. On SIGINT, PostgreSQL shuts down and initdb removes its files.
 */
const guardScript = `trap '' HUP INT TERM
read -r pid || exit 0
read -r dismissed && exit 0
kill -s INT "$pid"`;

/** Starts a shell as guard, because Node cannot ask the kernel to signal a child when its parent dies. */
function startGuard(): { watch: (pid: number) => void; dismiss: () => void } {
  // Windows has no such shell. There only the "exit" listener ends PostgreSQL.
  if (process.platform === 'win32') return { watch: () => undefined, dismiss: () => undefined };
  const guard = spawn('/bin/sh', ['-c', guardScript, 'postgres-guard'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // PostgreSQL also runs without its guard.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  return {
    watch: (pid) => void guard.stdin?.write(`${pid}\n`),
    dismiss: () => void guard.stdin?.end('dismissed\n'),
  };
}
