import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './root.ts';
import { stopSignals } from './signals.ts';

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Programs of the packages come first, the project's own Node among them, whoever started this one. */
export const environment = {
  ...process.env,
  PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
};

/**
 * Runs a program in the repository. Its output is collected, or shown as it comes with `show`.
 * A program that cannot be started counts as failed. A stop signal ends the program, and then this process: npm passes
 * a signal on to this process alone.
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
