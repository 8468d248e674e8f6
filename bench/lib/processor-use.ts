import { readdir, readFile } from 'node:fs/promises';

/** The kernel's unit of processor time (`getconf CLK_TCK`, the same on every Linux that we know). */
const tickMilliseconds = 10;

type Times = { parentPid: number; own: number; withEndedChildren: number };

/** Processor time in milliseconds. */
export type ProcessorUse = { server: number; database: number };

/**
 * Returns the processor time that a server and the processes of a database have used so far; undefined except on Linux.
 * On a shared machine it is more reliable than a rate.
 */
export async function readProcessorUse(serverPid: number, postmasterPid: number): Promise<ProcessorUse | undefined> {
  if (process.platform !== 'linux') return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })));
  const use = { server: 0, database: 0 };
  for (const { pid, times: processTimes } of times) {
    if (pid === serverPid) use.server += (processTimes?.own ?? 0) * tickMilliseconds;
    else if (pid === postmasterPid) use.database += (processTimes?.withEndedChildren ?? 0) * tickMilliseconds;
    else if (processTimes?.parentPid === postmasterPid) use.database += processTimes.own * tickMilliseconds;
  }
  return use;
}

/** See proc_pid_stat(5). The name in parentheses may contain any character. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const own = Number(fields[11]) + Number(fields[12]);
  return { parentPid: Number(fields[1]), own, withEndedChildren: own + Number(fields[13]) + Number(fields[14]) };
}
