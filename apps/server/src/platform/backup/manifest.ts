import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ArchivedFile } from './archive.ts';

/**
 * The format that this version writes and reads. A new format gets a higher number, and its reader accepts older ones.
 */
export const backupFormat = 1;
/** The first file of every backup. It identifies the format. */
export const formatFileName = 'mindful-commons-backup';
/** The last file. It lists the contents. */
export const manifestName = 'manifest.json';

const digest = z.strictObject({ bytes: z.int(), sha256: z.string() });

/** The contents of a backup. A restore leaves out only data that gives access to accounts (see `load.ts`). */
export const manifestSchema = z.strictObject({
  format: z.literal(backupFormat),
  /** The versions of the application and of the database server that took the backup. */
  version: z.string(),
  postgres: z.string(),
  /** The time of the snapshot. Later changes are not included. */
  takenAt: z.iso.datetime(),
  /** The applied migrations, in order. */
  migrations: z.array(z.strictObject({ hash: z.string(), createdAt: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...digest.shape })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Pending tasks by task name. */
  waiting: z.record(z.string(), z.int()),
  /**
   * Pictures and sounds with one digest over all file digests. `missing` counts files that the database references but
   * that did not exist.
   */
  media: z.strictObject({ files: z.int(), missing: z.int(), ...digest.shape }),
  /** All other files. */
  files: z.record(z.string(), digest),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Digest = z.infer<typeof digest>;

export const mediaPrefix = 'media/';

/** Collects the digests and sizes of files while they are written or read. */
export class DigestCollector {
  /** All files except media. */
  readonly digests = new Map<string, Digest>();
  readonly #media = createHash('sha256');
  #mediaFiles = 0;
  #mediaBytes = 0;

  async *collect({ name, content }: ArchivedFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    const sha256 = hash.digest('hex');
    if (!name.startsWith(mediaPrefix)) this.digests.set(name, { bytes, sha256 });
    else {
      this.#media.update(`${sha256}  ${name}\n`);
      this.#mediaFiles += 1;
      this.#mediaBytes += bytes;
    }
  }

  get media(): Omit<Manifest['media'], 'missing'> {
    return { files: this.#mediaFiles, bytes: this.#mediaBytes, sha256: this.#media.copy().digest('hex') };
  }
}

/** The file with a table's rows in COPY format. */
export const tablePrefix = 'database/';
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

/** Whether the files match the manifest exactly. */
export function matchesManifest(manifest: Manifest, collector: DigestCollector): boolean {
  const { missing: _missing, ...media } = manifest.media;
  const tables = Object.fromEntries(
    manifest.tables.map(({ name, bytes, sha256 }) => [tableFile(name), { bytes, sha256 }]),
  );
  return (
    !Object.keys(manifest.files).some((name) => name.startsWith(tablePrefix)) &&
    isDeepStrictEqual({ ...manifest.files, ...tables }, Object.fromEntries(collector.digests)) &&
    isDeepStrictEqual(media, collector.media)
  );
}
