import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../media/storage.ts';
import { readStoredFiles } from '../media/stored-files.ts';
import { readVersion } from '../version.ts';
import { type ArchivedFile, writeArchive } from './archive.ts';
import { assertRecipients } from './encryption.ts';
import {
  backupFormat,
  isSecretName,
  type Manifest,
  manifestName,
  formatFileName,
  mediaPrefix,
  secretFile,
  tableFile,
  pendingTasksFile,
} from './manifest.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

export type BackupSource = {
  databaseUrl: string;
  storage: Storage;
  /** The folder of the generated secrets. It may not exist. */
  secretsFolder: string;
};

export type Backup = { manifest: Manifest; bytes: number };

/** Takes a backup of a community, with or without a running server. @throws OperatorError with an explanation. */
export async function takeBackup(
  file: string,
  { databaseUrl, storage, secretsFolder }: BackupSource,
  recipients: readonly string[] = [],
): Promise<Backup> {
  await assertRecipients(recipients);
  const snapshot = await openSnapshot(databaseUrl);
  try {
    const contents = collectFiles(snapshot, storage, secretsFolder);
    const bytes = await writeArchive(file, contents.files, recipients);
    return { manifest: contents.getManifest(), bytes };
  } finally {
    await snapshot.close();
  }
}

function collectFiles(snapshot: Snapshot, storage: Storage, secretsFolder: string) {
  let manifest: Manifest | undefined;

  async function* files(): AsyncGenerator<ArchivedFile> {
    yield { name: formatFileName, content: singleChunk(`${backupFormat}\n`) };
    const rows = new Map<string, number>();
    for (const table of snapshot.tables)
      yield {
        name: tableFile(table.name),
        content: withResult(snapshot.readTable(table), (count) => void rows.set(table.name, count)),
      };
    let waiting: Manifest['waiting'] = {};
    const pendingTasks = withResult(snapshot.readPendingTasks(), (counts) => {
      waiting = counts;
    });
    yield { name: pendingTasksFile, content: pendingTasks };
    for (const { name, content } of await readSecrets(secretsFolder))
      yield { name: secretFile(name), content: singleChunk(content) };

    const media = { files: 0, missing: 0 };
    for await (const { keys, isUsed } of readStoredFiles(snapshot.db)) {
      let foundCount = 0;
      for (const key of keys) {
        const content = await storage.read(key);
        if (!content) continue;
        foundCount += 1;
        yield { name: `${mediaPrefix}${key}`, content: content as AsyncIterable<Buffer> };
      }
      media.files += foundCount;
      if (foundCount === 0 && isUsed) media.missing += 1;
    }

    const tables = snapshot.tables.map(({ name, columns }) => {
      const count = rows.get(name);
      if (count === undefined) throw new Error(`${name} was not read`);
      return { name, columns, rows: count };
    });
    manifest = {
      format: backupFormat,
      version: await readVersion(),
      postgres: snapshot.postgres,
      takenAt: snapshot.takenAt.toISOString(),
      migrations: snapshot.migrations,
      tables,
      // Read last, so that restored sequences never repeat a value.
      sequences: await snapshot.readSequences(),
      waiting,
      media,
    };
    yield { name: manifestName, content: singleChunk(`${JSON.stringify(manifest, null, 2)}\n`) };
  }
  const getManifest = () => {
    if (!manifest) throw new Error('the backup was not read to its end');
    return manifest;
  };
  return { files: files(), getManifest };
}

/** Reads the generated secrets and ignores other files in the folder. */
async function readSecrets(folder: string): Promise<{ name: string; content: Buffer }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const secrets: { name: string; content: Buffer }[] = [];
  for (const name of names.filter(isSecretName)) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) secrets.push({ name, content: await readFile(file) });
  }
  return secrets;
}

async function* singleChunk(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

async function* withResult<Result>(
  content: AsyncGenerator<Buffer, Result>,
  onResult: (result: Result) => void,
): AsyncGenerator<Buffer> {
  onResult(yield* content);
}
