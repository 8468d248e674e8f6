import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The address of a module of the server, for the program of another process. */
export const moduleAt = (pathInSource: string): string =>
  JSON.stringify(new URL(`../src/${pathInSource}`, import.meta.url).href);

/**
 * Runs `program` in a Node of its own that may open few files: `useUp(spare)` takes all that are left but so many, and
 * `giveBack()` lets go of them. What it wrote, and how it ended.
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
    `${few}${program}`,
  ]);

const few = `
  import { closeSync, openSync } from 'node:fs';
  const held = [];
  const useUp = (spare) => {
    try { for (;;) held.push(openSync('/dev/null')); } catch { for (let index = 0; index < spare; index += 1) closeSync(held.pop()); }
  };
  const giveBack = () => held.splice(0).forEach((each) => closeSync(each));`;

/** Runs `program` in a Node of its own whose standard output stands on a full disk. What it wrote elsewhere, and how it ended. */
export const runOnFullDisk = (program: string) =>
  run(['sh', '-c', 'exec "$@" > /dev/full', 'sh', process.execPath, '--input-type=module', '--eval', program]);

async function run([file = '', ...parameters]: string[]) {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(file, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { said, complained, code };
}
