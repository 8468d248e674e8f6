import { z } from 'zod';

/**
 * The format that this version writes and reads. A new format gets a higher number, and its reader accepts older ones.
 */
export const backupFormat = 1;
/** The first file of every backup. It identifies the format. */
export const formatFileName = 'mindful-commons-backup';
/** The last file. It lists the contents. */
export const manifestName = 'manifest.json';

/**
 * The contents of a backup. A restore leaves out only data that gives access to accounts (see `load.ts`). A digest at
 * the end of the archive covers the content of all files (see `archive.ts`).
 */
export const manifestSchema = z.strictObject({
  format: z.literal(backupFormat),
  /** The versions of the application and of the database server that took the backup. */
  version: z.string(),
  postgres: z.string(),
  /** The time of the snapshot. Later changes are not included. */
  takenAt: z.iso.datetime(),
  /** The applied migrations, in order. */
  migrations: z.array(z.strictObject({ hash: z.string(), createdAt: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Pending tasks by task name. */
  waiting: z.record(z.string(), z.int()),
  /** Pictures and sounds. `missing` counts files that the database references but that did not exist. */
  media: z.strictObject({ files: z.int(), missing: z.int() }),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const mediaPrefix = 'media/';

/** The file with a table's rows in COPY format. */
const tablePrefix = 'database/';
export const tableFile = (name: string): string => `${tablePrefix}${name}.copy`;
export const pendingTasksFile = 'waiting.jsonl';
const secretPrefix = 'secrets/';

/** Whether a file name is one of the generated secrets. Other files in the folder are ignored. */
export const isSecretName = (name: string): boolean => /^[a-z][a-z-]*$/.test(name);
export const secretFile = (name: string): string => `${secretPrefix}${name}`;

/** The names of media files. Other names in a backup are never written to disk. */
const mediaName = /^(?:private-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-[a-z]+\.[a-z\d]+$/;

/** Classifies a file of a backup by its name. Undefined if this version does not know it. */
export function classifyFile(
  name: string,
): { kind: 'format' | 'manifest' | 'waiting' | 'table' | 'media' | 'secret'; key: string } | undefined {
  if (name === formatFileName) return { kind: 'format', key: name };
  if (name === manifestName) return { kind: 'manifest', key: name };
  if (name === pendingTasksFile) return { kind: 'waiting', key: name };
  const key = name.slice(name.indexOf('/') + 1);
  if (name.startsWith(tablePrefix)) return { kind: 'table', key };
  if (name.startsWith(mediaPrefix) && mediaName.test(key)) return { kind: 'media', key };
  if (name.startsWith(secretPrefix) && isSecretName(key)) return { kind: 'secret', key };
  return undefined;
}
