import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Returns the URL of a server module for a program in another process. */
export const moduleAt = (pathInSource: string): string =>
  JSON.stringify(new URL(`../src/${pathInSource}`, import.meta.url).href);

/**
 * Runs `program` in a Node process with a low limit of open files. `exhaustDescriptors(spare)` opens files until only
 * `spare` descriptors remain, and `releaseDescriptors()` closes them. Returns the output and the exit code.
 */
export const runWithFewDescriptors = (program: string) =>
  run([
    'sh',
    '-c',
    'ulimit -n 128 && exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '--eval',
    `${descriptorHelpers}${program}`,
  ]);

const descriptorHelpers = `
  import { closeSync, openSync } from 'node:fs';
  const held = [];
  const exhaustDescriptors = (spare) => {
    try { for (;;) held.push(openSync('/dev/null')); } catch { for (let index = 0; index < spare; index += 1) closeSync(held.pop()); }
  };
  const releaseDescriptors = () => held.splice(0).forEach((each) => closeSync(each));`;

/**
 * Runs `program` in a Node process whose standard output is a full disk. Returns the standard error and the exit code.
 */
export const runOnFullDisk = (program: string) =>
  run(['sh', '-c', 'exec "$@" > /dev/full', 'sh', process.execPath, '--input-type=module', '--eval', program]);

async function run([file = '', ...parameters]: string[]) {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(file, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { stdout, stderr, code };
}
