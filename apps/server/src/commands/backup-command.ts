import path from 'node:path';
import { makeKey, readKeys } from '../platform/backup/encryption.ts';
import type { Manifest } from '../platform/backup/manifest.ts';
import { checkBackup, restoreBackup } from '../platform/backup/restore-backup.ts';
import { takeBackup } from '../platform/backup/take-backup.ts';
import { type Configuration, loadEnvironmentFile, readConfiguration } from '../platform/configuration.ts';
import { openDatabase } from '../platform/database/database.ts';
import { followStorage } from '../platform/media/followed-storage.ts';
import type { CurrentSettings } from '../platform/settings/current.ts';
import { readSettings } from '../platform/settings/settings.ts';
import { connectToDatabase, parseArguments, runCommand, UsageError } from './command-line.ts';

const usage = `Backs up a community into one file and restores it:

  npm run backup -- FILE                      takes a backup, with or without a running server
  npm run backup -- FILE --for age1…          encrypts it for this public key; can be repeated
  npm run backup -- --make-key KEYFILE        generates a key and prints its public key
  npm run restore -- FILE [--key KEYFILE]     restores a backup into an empty data directory or database
  npm run restore -- FILE --check             verifies a backup without changing anything`;

async function backup(parameters: readonly string[]): Promise<string> {
  const options = { for: { type: 'string', multiple: true }, 'make-key': { type: 'string' } } as const;
  const { values, ...args } = parseArguments(parameters, options, usage);
  const keyFile = values['make-key'];
  if (keyFile !== undefined) {
    if (args.file !== undefined) throw new UsageError(usage);
    const recipient = await makeKey(keyFile);
    return `The key is in ${keyFile}. Store a copy outside this machine: backups cannot be read without it.\nIts public key: ${recipient}`;
  }
  if (args.file === undefined) throw new UsageError(usage);
  loadEnvironmentFile();
  const configuration = readConfiguration(process.env);
  const file = path.resolve(args.file);
  const database = await connectToDatabase(configuration);
  try {
    const { dataDirectory } = configuration;
    const source = {
      databaseUrl: database.url,
      storage: followStorage({ current: await readSettingsOf(database.url, configuration) }, dataDirectory),
      secretsFolder: path.join(dataDirectory, 'secrets'),
    };
    const { manifest, bytes } = await takeBackup(file, source, values.for);
    return `${file} contains ${describeManifest(manifest)}: ${megabytes(bytes)}.${missingMediaNote(manifest)}`;
  } finally {
    await database.stop();
  }
}

async function readSettingsOf(databaseUrl: string, configuration: Configuration): Promise<CurrentSettings> {
  const db = openDatabase(databaseUrl, 2, { warn: () => undefined });
  try {
    return await readSettings(db, configuration);
  } finally {
    await db.$client.end();
  }
}

async function restore(parameters: readonly string[]): Promise<string> {
  const options = { key: { type: 'string', multiple: true }, check: { type: 'boolean' } } as const;
  const { values, ...args } = parseArguments(parameters, options, usage);
  if (args.file === undefined) throw new UsageError(usage);
  const identities = (await Promise.all((values.key ?? []).map(readKeys))).flat();
  const file = path.resolve(args.file);
  if (values.check) return `${file} is complete. It contains ${describeManifest(await checkBackup(file, identities))}.`;
  loadEnvironmentFile();
  const manifest = await restoreBackup(file, readConfiguration(process.env), identities);
  return `Restored: ${describeManifest(manifest)}.${missingMediaNote(manifest)}\nEveryone must sign in again. Start the server: npm start`;
}

function describeManifest({ takenAt, version, tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `the community as it was at ${takenAt} (version ${version}): ${rows} rows in ${tables.length} tables, ${media.files} pictures and sounds`;
}

const missingMediaNote = ({ media: { missing } }: Manifest): string =>
  missing === 0 ? '' : `\n${missing} pictures or sounds referenced by the database do not exist.`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const runBackupCommand = (parameters: readonly string[]): Promise<void> => runCommand(() => backup(parameters));

export const runRestoreCommand = (parameters: readonly string[]): Promise<void> =>
  runCommand(() => restore(parameters));
