import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type BackupSettings, backupNameAt, openDestination } from './backup-destination.ts';

type ScheduleContext = Pick<FeatureContext, 'configuration' | 'settings' | 'databaseUrl'>;

/** Takes a backup and then deletes the oldest ones beyond `keep`. A failed backup gets no name, so it does not count. */
export async function takeScheduledBackup(context: ScheduleContext, settings: BackupSettings): Promise<void> {
  const destination = await openDestination(context, settings);
  await destination.add(backupNameAt(databaseNow()), (file) => takeInChildProcess(context, settings, file));
  const names = await destination.list();
  await destination.remove(names.slice(0, Math.max(0, names.length - settings.keep)));
}

const program = fileURLToPath(new URL('../../commands/backup.ts', import.meta.url));

/** Takes a backup in a separate process with low priority, so that it does not slow down the server. */
async function takeInChildProcess(
  { configuration, databaseUrl }: ScheduleContext,
  { recipients }: BackupSettings,
  file: string,
) {
  const parameters = [program, file, ...recipients.flatMap((recipient) => ['--for', recipient])];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: configuration.dataDirectory };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // Listens before anything else, because the promise rejects if the process cannot be started.
  const closed = once(child, 'close') as Promise<[number | null]>;
  const killChild = () => child.kill();
  process.once('exit', killChild);
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended. Its exit code is handled below.
  }
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2_000);
  });
  const [code] = await closed;
  process.off('exit', killChild);
  if (code !== 0) throw new Error(`backup failed: ${stderrTail.trim()}`);
}
