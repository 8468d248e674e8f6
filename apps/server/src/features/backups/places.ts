import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../../platform/configuration.ts';

export type AskedBackups = NonNullable<Configuration['backups']>;

export const backupJob = 'backup';

/** Where backups are kept. They have their time in their names. */
export type Place = {
  /** Makes a backup appear under a name, when it is whole; `take` writes it into the file that it is given. */
  add: (name: string, take: (file: string) => Promise<void>) => Promise<void>;
  /** The names of what is there, oldest first. */
  list: () => Promise<string[]>;
  remove: (names: string[]) => Promise<void>;
};

const pattern = /^mindful-commons-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

export const nameAt = (moment: Date): string =>
  `mindful-commons-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
export const timeOf = (name: string): Date => new Date(name.replace(pattern, '$1T$2:$3:$4Z'));

const oursOf = (names: string[]): string[] => names.filter((name) => pattern.test(name)).toSorted();

export async function openPlace(
  { s3, dataDirectory }: Configuration,
  { folder, bucket }: AskedBackups,
): Promise<Place> {
  if (folder) return folderPlace(folder);
  if (!bucket || !s3) throw new Error('backups have no place');
  const { s3Storage } = await import('../../platform/media/s3-storage.ts');
  const storage = s3Storage({ ...s3, bucket });
  return {
    async add(name, take) {
      // The service wants to know how long a file is before it comes.
      const waiting = path.join(dataDirectory, 'backups-on-their-way');
      await mkdir(waiting, { recursive: true, mode: 0o700 });
      const file = path.join(waiting, name);
      try {
        await take(file);
        await storage.put(name, { file }, 'application/octet-stream');
      } finally {
        await rm(waiting, { recursive: true, force: true });
      }
    },
    list: async () => oursOf(await Array.fromAsync(storage.keys())),
    remove: (names) => storage.remove(names),
  };
}

const folderPlace = (folder: string): Place => ({
  async add(name, take) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // What a backup left that was ended with its server.
    for (const left of await readdir(folder))
      if (pattern.test(left.replace(/\.part-[\da-f]+$/, '')) && left.includes('.part-'))
        await rm(path.join(folder, left));
    await take(path.join(folder, name));
  },
  async list() {
    return oursOf(
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
