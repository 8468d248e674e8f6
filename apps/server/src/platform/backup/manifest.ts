import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ArchivedFile } from './archive.ts';

/** What this version writes and reads. A later format is a later number, and reads the earlier ones. */
export const backupFormat = 1;
/** The first file of every backup: what it is. */
export const markName = 'mindful-commons-backup';
/** The last one: what it holds. */
export const manifestName = 'manifest.json';

const digest = z.strictObject({ bytes: z.int(), sha256: z.string() });

/** What a backup holds; a restore puts all of it back but what opens accounts (`load.ts`). */
export const manifestSchema = z.strictObject({
  format: z.literal(backupFormat),
  /** The version of the application that took it, and that of the database it was taken from. */
  version: z.string(),
  postgres: z.string(),
  /** When the snapshot was taken: nothing in it is later. */
  takenAt: z.iso.datetime(),
  /** What the database had been brought to, in order. */
  migrations: z.array(z.strictObject({ hash: z.string(), createdAt: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...digest.shape })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** What was waiting to be done, by the names of the tasks. */
  waiting: z.record(z.string(), z.int()),
  /** Pictures and sounds, one digest over the digests of all; and how many the database names that were not there. */
  media: z.strictObject({ files: z.int(), missing: z.int(), ...digest.shape }),
  /** Everything else that the backup holds. */
  files: z.record(z.string(), digest),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Digest = z.infer<typeof digest>;

export const mediaPrefix = 'media/';

/** Takes down what passes: the same when a backup is written and when it is read. */
export class Tally {
  /** Of all but media. */
  readonly digests = new Map<string, Digest>();
  readonly #media = createHash('sha256');
  #mediaFiles = 0;
  #mediaBytes = 0;

  async *of({ name, content }: ArchivedFile): AsyncGenerator<Buffer> {
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

/** Where the rows of a table are in a backup, as COPY writes them. */
export const tablePrefix = 'database/';
export const tableFile = (name: string): string => `${tablePrefix}${name}.copy`;
export const waitingFile = 'waiting.jsonl';
const secretPrefix = 'secrets/';

/** What the server names the secrets that it makes; whatever else lies beside them is not the community's. */
export const isSecretName = (name: string): boolean => /^[a-z][a-z-]*$/.test(name);
export const secretFile = (name: string): string => `${secretPrefix}${name}`;

/** What a community names its files; nothing else gets out of a backup onto a disk. */
const mediaName = /^(?:private-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-[a-z]+\.[a-z\d]+$/;

/** What a file of a backup holds, by its name; undefined where this version does not know it. */
export function contentOf(
  name: string,
): { is: 'mark' | 'manifest' | 'waiting' | 'table' | 'media' | 'secret'; key: string } | undefined {
  if (name === markName) return { is: 'mark', key: name };
  if (name === manifestName) return { is: 'manifest', key: name };
  if (name === waitingFile) return { is: 'waiting', key: name };
  const key = name.slice(name.indexOf('/') + 1);
  if (name.startsWith(tablePrefix)) return { is: 'table', key };
  if (name.startsWith(mediaPrefix) && mediaName.test(key)) return { is: 'media', key };
  if (name.startsWith(secretPrefix) && isSecretName(key)) return { is: 'secret', key };
  return undefined;
}

/** Whether what passed is what the manifest says, all of it and nothing else. */
export function isAsSaid(manifest: Manifest, tally: Tally): boolean {
  const { missing: _missing, ...media } = manifest.media;
  const tables = Object.fromEntries(
    manifest.tables.map(({ name, bytes, sha256 }) => [tableFile(name), { bytes, sha256 }]),
  );
  return (
    !Object.keys(manifest.files).some((name) => name.startsWith(tablePrefix)) &&
    isDeepStrictEqual({ ...manifest.files, ...tables }, Object.fromEntries(tally.digests)) &&
    isDeepStrictEqual(media, tally.media)
  );
}
