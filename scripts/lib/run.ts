import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './root.ts';
import { stopSignals } from './signals.ts';

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Environment in which programs of the installed packages come first, including the project's own Node. */
export const environment = {
  ...process.env,
  PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
};

/**
 * Runs a program in the repository. Collects its output, or shows it at once with `show`. A program that cannot start
 * counts as failed. A stop signal ends the program and then this process, because npm forwards signals only to this
 * process.
 */
export function run(
  command: readonly string[],
  { cwd = root, show = false, env = {} }: { cwd?: string; show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  const startedAt = performance.now();
  const [program = '', ...parameters] = command;
  return new Promise((resolve) => {
    let output = '';
    const finish = (ok: boolean) => {
      for (const signal of stopSignals) process.off(signal, stop);
      resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    const child = spawn(program, parameters, {
      cwd,
      env: { ...environment, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const stop = (signal: NodeJS.Signals) => {
      child.once('exit', () => process.exit(1));
      child.kill(signal);
    };
    for (const signal of stopSignals) process.on(signal, stop);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}
