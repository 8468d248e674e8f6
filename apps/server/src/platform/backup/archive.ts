import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream, rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { decrypt, encrypt, isEncrypted } from './encryption.ts';
import { BackupError } from './errors.ts';
import { maxEntryBytes, readTar, type TarEntry, TarError, writeTar } from './tar.ts';

/** A file within a backup. Its content is read as it is wanted, before the next one. */
export type ArchivedFile = { name: string; content: AsyncIterable<Buffer> };

/** Each piece is a way to another thread and back: the usual 16 KB are too many of them for gigabytes. */
const chunkSize = 256 * 1024;

/** Files of any length travel as parts, so that nobody has to know their length before: `name/00000001`, and so on. */
const partName = (name: string, part: number): string => `${name}/${String(part).padStart(8, '0')}`;

async function* inParts(files: AsyncIterable<ArchivedFile>): AsyncGenerator<TarEntry> {
  for await (const { name, content } of files) {
    let part = 0;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const take = () => {
      part += 1;
      const entry = { name: partName(name, part), content: Buffer.concat(held) };
      [held, heldBytes] = [[], 0];
      return entry;
    };
    for await (const chunk of content)
      for (let from = 0; from < chunk.length;) {
        const piece = chunk.subarray(from, from + maxEntryBytes - heldBytes);
        held.push(piece);
        heldBytes += piece.length;
        from += piece.length;
        if (heldBytes === maxEntryBytes) yield take();
      }
    // A file without content is a file, too.
    if (heldBytes > 0 || part === 0) yield take();
  }
}

async function* joined(parts: AsyncGenerator<TarEntry>): AsyncGenerator<ArchivedFile> {
  let next = await parts.next();
  while (!next.done) {
    const name = path.posix.dirname(next.value.name);
    async function* content() {
      for (let part = 1; !next.done && path.posix.dirname(next.value.name) === name; part += 1) {
        if (next.value.name !== partName(name, part)) throw new TarError('a part of it is missing');
        yield next.value.content;
        next = await parts.next();
      }
    }
    const { value: before } = next;
    yield { name, content: content() };
    if (!next.done && next.value === before) throw new Error(`nobody read ${name}`);
  }
}

/**
 * Writes a backup: a tar file, compressed, and encrypted where it is for somebody. It appears under its name when it is
 * whole and on disk, readable by its owner alone. Returns how large it is.
 * @throws BackupError when there is a file of that name.
 */
export async function writeArchive(
  file: string,
  files: AsyncIterable<ArchivedFile>,
  recipients: readonly string[],
): Promise<number> {
  if (await exists(file)) throw new BackupError(`${file} is there already. Choose another name: nothing was written.`);
  const part = `${file}.part-${randomBytes(4).toString('hex')}`;
  const removeNow = () => rmSync(part, { force: true });
  process.once('exit', removeNow);
  try {
    await pipeline(
      Readable.from(writeTar(inParts(files)), { objectMode: false }),
      createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      sealed,
      recipients.length > 0 ? encrypt(recipients) : through,
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (await exists(file)) throw new BackupError(`${file} appeared meanwhile: nothing was written.`);
    await rename(part, file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(part, { force: true });
    throw explained(error, file);
  } finally {
    process.off('exit', removeNow);
  }
}

/** Reads a backup from its beginning to its end. What it throws, in its contents as well, is `explained` to a person. */
export async function* readArchive(file: string, identities: readonly string[]): AsyncGenerator<ArchivedFile> {
  let stream: ReadStream | undefined;
  try {
    const isForSomebody = isEncrypted(await firstBytes(file));
    if (isForSomebody && identities.length === 0)
      throw new BackupError(`${file} is encrypted. Say where its key is: --key KEYFILE. Nothing was changed.`);
    stream = createReadStream(file, { highWaterMark: 256 * 1024 });
    const compressed = isForSomebody ? decrypt(identities)(stream) : stream;
    const tar = Readable.from(unsealed(compressed), { objectMode: false });
    const decompressed = createZstdDecompress({ chunkSize });
    // Not `pipeline`: whoever reads this stops it, and its errors are those of the reading.
    tar.on('error', (error) => decompressed.destroy(error));
    decompressed.on('error', () => {});
    yield* joined(readTar(tar.pipe(decompressed)));
    // A bit of its head may let the compressed part end before what was written does: the seal stands behind.
    tar.unpipe(decompressed);
    await finished(tar.resume());
  } finally {
    stream?.destroy();
  }
}

async function* through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const sentences: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no ${file}, or no folder for it.`,
  EACCES: (file) => `${file} cannot be opened by this user.`,
  EISDIR: (file) => `${file} is a folder.`,
  ENOSPC: (file) => `The disk is full: ${file} could not be written.`,
};

/** The sentence for a failure of the file itself; anything else comes back as it was. */
export function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isBroken =
    error instanceof TarError || error instanceof SealError || ('errno' in error && /^(?:Z|ZSTD)_/.test(code));
  if (isBroken)
    return new BackupError(`${file} is no whole backup: it is cut short, or was altered. Nothing was changed.`, {
      cause: error,
    });
  const isOfFile = 'path' in error && typeof error.path === 'string' && error.path.startsWith(file);
  const sentence = isOfFile || code === 'ENOSPC' || code === 'EISDIR' ? sentences[code] : undefined;
  return sentence ? new BackupError(sentence(file), { cause: error }) : error;
}

/** What does not end with the digest of all that came before. */
class SealError extends Error {
  override name = 'SealError';
}

const digestBytes = 32;
/** A frame that programs for zstd pass over (RFC 8878, 3.1.2): its magic number, and how long it is. */
const frame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0]);
const sealBytes = frame.length + digestBytes;

/** Puts the digest of all bytes behind them: the checksum of zstd is of its content, and not of every bit of the file. */
async function* sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([frame, hash.digest()]);
}

/** Takes it off again. @throws SealError when a bit of what came is not what was written, or one is missing or too many. */
async function* unsealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    const all = Buffer.concat([held, chunk]);
    const end = Math.max(0, all.length - sealBytes);
    held = all.subarray(end);
    if (end === 0) continue;
    const passed = all.subarray(0, end);
    hash.update(passed);
    yield passed;
  }
  if (!held.equals(Buffer.concat([frame, hash.digest()]))) throw new SealError('it is not what was written');
}
