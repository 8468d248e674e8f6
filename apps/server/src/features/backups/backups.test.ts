import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setUpWorkspace } from '../../../test/backups.ts';
import { Community } from '../../../test/community.ts';
import { moduleAt, runWithFewDescriptors } from '../../../test/scarce-process.ts';
import { makeKey, readKeys } from '../../platform/backup/encryption.ts';
import { readBackup } from '../../platform/backup/read-backup.ts';
import { backupNameAt } from './backup-destination.ts';

const workspace = setUpWorkspace();
const backupNameHoursAgo = (hours: number) => backupNameAt(new Date(Date.now() - hours * 60 * 60 * 1000));

let folder: string;
let community: Community;
let testNumber = 0;

async function openCommunity(environment: Record<string, string> = {}): Promise<void> {
  community = await Community.open({ environment: { BACKUP_FOLDER: folder, ...environment } });
}
beforeEach(async () => {
  testNumber += 1;
  folder = workspace.at(`backups ${testNumber}`);
  await mkdir(folder);
});
afterEach(() => community.close());

const runJob = (name: string) => community.jobs.find((job) => job.name === name)!.run();
const storeBackups = async (...names: string[]) => {
  for (const name of names) await writeFile(`${folder}/${name}`, 'an older one');
};
const listFiles = async () => (await readdir(folder)).toSorted();

describe('scheduled backups', () => {
  test('are encrypted for the configured key, and the oldest are deleted', async () => {
    const recipient = await makeKey(workspace.at('key'));
    await openCommunity({ BACKUP_KEEP: '3', BACKUP_FOR: recipient });
    await community.member({ email: 'ana@mail.test' });
    const [oldest, older, old] = [backupNameHoursAgo(72), backupNameHoursAgo(48), backupNameHoursAgo(24)];
    await storeBackups(oldest, older, old, 'letter.txt', `${old}.part-0a1b2c3d`);
    await runJob('backup');
    const files = await listFiles();
    const [newBackup = ''] = files.filter((name) => ![older, old, 'letter.txt'].includes(name));
    expect(files).toEqual(['letter.txt', older, old, newBackup]);
    const manifest = await readBackup(`${folder}/${newBackup}`, await readKeys(workspace.at('key')));
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'users', rows: 1 }));
  });

  test('keep older backups if a new one fails', async () => {
    await openCommunity({ BACKUP_KEEP: '1', BACKUP_FOR: 'nobody' });
    await storeBackups(backupNameHoursAgo(72), backupNameHoursAgo(48));
    const filesBefore = await listFiles();
    await expect(runJob('backup')).rejects.toThrow(/is not an age public key/);
    expect(await listFiles()).toEqual(filesBefore);
  });

  test('fail without a free file descriptor, and the server keeps running', async () => {
    await openCommunity();
    const { stdout, stderr, code } = await runWithFewDescriptors(`
      import { takeScheduledBackup } from ${moduleAt('features/backups/schedule.ts')};
      exhaustDescriptors(1);
      const context = { configuration: { dataDirectory: '/nowhere' }, settings: { current: {} }, databaseUrl: 'postgres://nowhere' };
      const settings = { folder: ${JSON.stringify(folder)}, recipients: [], keep: 1 };
      const failure = await takeScheduledBackup(context, settings).catch((error) => error);
      releaseDescriptors();
      setImmediate(() => console.log(failure.message));`);
    expect({ stdout, stderr, code }).toEqual({ stdout: expect.stringContaining('EMFILE'), stderr: '', code: 0 });
    expect(await listFiles()).toEqual([]);
  });

  test('run only if they are configured', async () => {
    community = await Community.open();
    const job = community.jobs.find(({ name }) => name === 'backup')!;
    expect((job.cron as () => string | undefined)()).toBeUndefined();
    await runJob('backup');
    expect(await listFiles()).toEqual([]);
  });
});

describe('the warning about old backups', () => {
  test.for<[label: string, hours: number | undefined, expectedText: string]>([
    ['too old', 50, 'The last successful backup is from'],
    ['missing', undefined, 'There is no backup yet'],
  ])('is mailed to every admin if the last backup is %s', async ([, hours, expectedText]) => {
    await openCommunity({ BACKUP_WARN_HOURS: '48' });
    await community.member({ role: 'admin', email: 'ada@mail.test' });
    await community.member({ email: 'ana@mail.test' });
    if (hours !== undefined) await storeBackups(backupNameHoursAgo(hours));
    await runJob('backup-warning');
    const mails = await community.mails();
    expect(mails).toMatchObject([{ to: 'ada@mail.test', text: expect.stringContaining(expectedText) }]);
  });

  test.for<[hours: number, mails: number]>([
    [47, 0],
    [49, 1],
  ])('considers a backup of another server: after %i hours it sends %i mail', async ([hours, mails]) => {
    await openCommunity({ BACKUP_WARN_HOURS: '48' });
    await community.member({ role: 'admin', email: 'ada@mail.test' });
    await community.db.execute(sql`SELECT jobs.create_queue('backup', '{"policy": "standard"}')`);
    const insertJobRun = (state: string, ago: number) =>
      community.db.execute(
        sql`INSERT INTO jobs.job (name, state, started_on) VALUES ('backup', ${state}::jobs.job_state, now() - make_interval(hours => ${ago}))`,
      );
    await insertJobRun('completed', hours);
    await insertJobRun('failed', 1);
    await runJob('backup-warning');
    expect(await community.mails()).toHaveLength(mails);
  });

  test('is not sent while there is a recent backup', async () => {
    await openCommunity({ BACKUP_WARN_HOURS: '48' });
    await community.member({ role: 'admin', email: 'ada@mail.test' });
    await storeBackups(backupNameHoursAgo(50), backupNameHoursAgo(47));
    await runJob('backup-warning');
    expect(await community.mails()).toEqual([]);
  });
});
