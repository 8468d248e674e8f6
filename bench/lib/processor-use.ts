import { readdir, readFile } from 'node:fs/promises';

/** What the kernel counts processor time in (`getconf CLK_TCK`, the same on every Linux we know of). */
const tickMilliseconds = 10;

type Times = { parentPid: number; own: number; withEndedChildren: number };

/**
 * The processor time, in milliseconds, that a server and the processes of a database have taken so far; undefined on systems
 * that do not tell. On a machine that others use, too, it says more of a program than its rate.
 */
export async function processorMilliseconds(serverPid: number, postmasterPid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })));
  let ticks = 0;
  for (const { pid, times: taken } of times) {
    if (pid === serverPid) ticks += taken?.own ?? 0;
    else if (pid === postmasterPid) ticks += taken?.withEndedChildren ?? 0;
    else if (taken?.parentPid === postmasterPid) ticks += taken.own;
  }
  return ticks * tickMilliseconds;
}

/** See proc_pid_stat(5); the name, in parentheses, may hold anything. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const own = Number(fields[11]) + Number(fields[12]);
  return { parentPid: Number(fields[1]), own, withEndedChildren: own + Number(fields[13]) + Number(fields[14]) };
}
