import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { Invocation } from './identity.ts';

/**
 * Starts a program of PostgreSQL that ends with this process, however this process ends: by itself, by `process.exit`,
 * by a second signal, or by a kill -9. It has a session of its own, so that Ctrl-C in the terminal, `timeout` and a
 * closed terminal reach this process alone, which stops PostgreSQL last.
 */
export function spawnOwned({ file, parameters, options }: Invocation, stdio: StdioOptions): ChildProcess {
  // Before the program: between the two there is then no moment at which nothing guards it.
  const guard = startGuard();
  const child = spawn(file, parameters, { ...options, detached: true, stdio });
  if (child.pid === undefined) {
    guard.dismiss();
    return child;
  }
  guard.watch(child.pid);
  const interrupt = () => void child.kill('SIGINT');
  // First of all "exit" listeners: others remove the folder that PostgreSQL works in.
  process.prependOnceListener('exit', interrupt);
  child.once('exit', () => {
    process.off('exit', interrupt);
    guard.dismiss();
  });
  return child;
}

/**
 * Reads the id of a process, then waits for a second line. The kernel closes the pipe when this process is gone: the
 * guard then interrupts the process that it watches. On SIGINT PostgreSQL shuts down and initdb removes its files.
 */
const guardScript = `trap '' HUP INT TERM
read -r pid || exit 0
read -r dismissed && exit 0
kill -s INT "$pid"`;

/** The guard is a shell, because Node cannot ask the kernel to signal a process when its parent dies. */
function startGuard(): { watch: (pid: number) => void; dismiss: () => void } {
  // Windows has no such shell: there the "exit" listener alone ends PostgreSQL.
  if (process.platform === 'win32') return { watch: () => undefined, dismiss: () => undefined };
  const guard = spawn('/bin/sh', ['-c', guardScript, 'postgres-guard'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // A guard that could not be started, or that somebody killed, is no reason to do without PostgreSQL.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  return {
    watch: (pid) => void guard.stdin?.write(`${pid}\n`),
    dismiss: () => void guard.stdin?.end('dismissed\n'),
  };
}
