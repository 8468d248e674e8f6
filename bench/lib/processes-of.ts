import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

export type ProcessInfo = { readonly pid: number; readonly command: string };

/**
 * Returns the processes that use a data directory: their command line, environment or working directory contains its
 * path. A zombie process has none of these. Linux only.
 */
export async function processesOf(dataDirectory: string): Promise<ProcessInfo[]> {
  const processes: ProcessInfo[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const folder = path.join('/proc', name);
    const [command, environment, workingDirectory] = await Promise.all([
      readFile(path.join(folder, 'cmdline'), 'utf8').catch(() => ''),
      readFile(path.join(folder, 'environ'), 'utf8').catch(() => ''),
      readlink(path.join(folder, 'cwd')).catch(() => ''),
    ]);
    if ([command, environment, `${workingDirectory}/`].some((text) => text.includes(dataDirectory)))
      processes.push({ pid: Number(name), command: command.replaceAll('\0', ' ').trim() });
  }
  return processes;
}
