import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Kit } from '../../platform/feature.ts';
import { type AskedBackups, nameAt, openPlace } from './places.ts';

/** Takes a backup, and lets go of those beyond what is to be kept; of good ones alone, since no other gets a name. */
export async function takeScheduled(kit: Kit, asked: AskedBackups): Promise<void> {
  const place = await openPlace(kit.configuration, asked);
  await place.add(nameAt(databaseNow()), (file) => takeApart(kit, asked, file));
  const names = await place.list();
  await place.remove(names.slice(0, Math.max(0, names.length - asked.keep)));
}

const program = fileURLToPath(new URL('../../backup.ts', import.meta.url));

/** In a process of its own, behind all others: members notice nothing of it. */
async function takeApart({ configuration, databaseUrl }: Kit, { recipients }: AskedBackups, file: string) {
  const parameters = [program, file, ...recipients.flatMap((recipient) => ['--for', recipient])];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: configuration.dataDirectory };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // Before anything is read from it: one that could not be started has only this to say so.
  const closed = once(child, 'close') as Promise<[number | null]>;
  const endWithServer = () => child.kill();
  process.once('exit', endWithServer);
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already: how is said below.
  }
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const [code] = await closed;
  process.off('exit', endWithServer);
  if (code !== 0) throw new Error(`the backup could not be taken: ${complaint.trim()}`);
}
