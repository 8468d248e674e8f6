import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FeatureContext } from '../../community/feature.ts';
import type { CurrentSettings } from '../../platform/settings/current.ts';
import type { Settings } from '../../platform/settings/settings.ts';

export type BackupSettings = NonNullable<CurrentSettings['backups']>;

export const backupJob = 'backup';

/** A destination of backups: a folder or an S3 bucket. File names contain the time of the backup. */
export type BackupDestination = {
  /** Stores a complete backup under a name. `write` creates the backup at the given path. */
  add: (name: string, write: (file: string) => Promise<void>) => Promise<void>;
  /** Lists the names of stored backups, oldest first. */
  list: () => Promise<string[]>;
  remove: (names: string[]) => Promise<void>;
};

const backupNamePattern = /^mindful-commons-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

export const backupNameAt = (date: Date): string =>
  `mindful-commons-${date.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
export const backupTimeOf = (name: string): Date => new Date(name.replace(backupNamePattern, '$1T$2:$3:$4Z'));

const filterBackups = (names: string[]): string[] => names.filter((name) => backupNamePattern.test(name)).toSorted();

export async function openDestination(
  {
    settings,
    configuration: { dataDirectory },
  }: Pick<FeatureContext, 'configuration'> & { settings: Pick<Settings, 'current'> },
  { folder, bucket }: BackupSettings,
): Promise<BackupDestination> {
  const { s3 } = settings.current;
  if (folder) return folderDestination(folder);
  if (!bucket || !s3) throw new Error('no folder or bucket for backups is configured');
  const { s3Storage } = await import('../../platform/media/s3-storage.ts');
  const storage = s3Storage({ ...s3, bucket });
  return {
    async add(name, write) {
      // Writes to a file first, because S3 needs the length before an upload.
      const temporaryFolder = path.join(dataDirectory, 'backups-on-their-way');
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      const file = path.join(temporaryFolder, name);
      try {
        await write(file);
        await storage.put(name, { file }, 'application/octet-stream');
      } finally {
        await rm(temporaryFolder, { recursive: true, force: true });
      }
    },
    list: async () => filterBackups(await Array.fromAsync(storage.keys())),
    remove: (names) => storage.remove(names),
  };
}

const folderDestination = (folder: string): BackupDestination => ({
  async add(name, write) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Deletes partial files of backups that ended early because their server stopped.
    for (const fileName of await readdir(folder))
      if (backupNamePattern.test(fileName.replace(/\.part-[\da-f]+$/, '')) && fileName.includes('.part-'))
        await rm(path.join(folder, fileName));
    await write(path.join(folder, name));
  },
  async list() {
    return filterBackups(
      await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    );
  },
  async remove(names) {
    for (const name of names) await rm(path.join(folder, name), { force: true });
  },
});
