import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream, rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../operator-error.ts';
import { decrypt, encrypt, isEncrypted } from './encryption.ts';
import { maxEntryBytes, readTar, type TarEntry, TarError, writeTar } from './tar.ts';

/** A file in a backup. Its content must be read before the next file. */
export type ArchivedFile = { name: string; content: AsyncIterable<Buffer> };

/** Compression runs in another thread. Chunks larger than the default of 16 KB save round trips to it. */
const chunkSize = 256 * 1024;

/** Files are split into parts (`name/00000001` and so on), so that their length need not be known in advance. */
const partName = (name: string, part: number): string => `${name}/${String(part).padStart(8, '0')}`;

async function* splitIntoParts(files: AsyncIterable<ArchivedFile>): AsyncGenerator<TarEntry> {
  for await (const { name, content } of files) {
    let part = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const nextPart = () => {
      part += 1;
      const entry = { name: partName(name, part), content: Buffer.concat(pending) };
      [pending, pendingBytes] = [[], 0];
      return entry;
    };
    for await (const chunk of content)
      for (let from = 0; from < chunk.length;) {
        const piece = chunk.subarray(from, from + maxEntryBytes - pendingBytes);
        pending.push(piece);
        pendingBytes += piece.length;
        from += piece.length;
        if (pendingBytes === maxEntryBytes) yield nextPart();
      }
    // An empty file has one empty part.
    if (pendingBytes > 0 || part === 0) yield nextPart();
  }
}

async function* joinParts(parts: AsyncGenerator<TarEntry>): AsyncGenerator<ArchivedFile> {
  let next = await parts.next();
  while (!next.done) {
    const name = path.posix.dirname(next.value.name);
    async function* content() {
      for (let part = 1; !next.done && path.posix.dirname(next.value.name) === name; part += 1) {
        if (next.value.name !== partName(name, part)) throw new TarError('a part is missing');
        yield next.value.content;
        next = await parts.next();
      }
    }
    const { value: previous } = next;
    yield { name, content: content() };
    if (!next.done && next.value === previous) throw new Error(`${name} was not read`);
  }
}

/**
 * Writes a backup: a tar file, compressed, and encrypted if there are recipients. The file gets its final name once it
 * is complete and on disk. Only its owner can read it. Returns its size in bytes.
 * @throws OperatorError if the file exists.
 */
export async function writeArchive(
  file: string,
  files: AsyncIterable<ArchivedFile>,
  recipients: readonly string[],
): Promise<number> {
  if (await exists(file)) throw new OperatorError(`${file} already exists. Choose another name. Nothing was written.`);
  const part = `${file}.part-${randomBytes(4).toString('hex')}`;
  const removeNow = () => rmSync(part, { force: true });
  process.once('exit', removeNow);
  try {
    await pipeline(
      Readable.from(writeTar(splitIntoParts(files)), { objectMode: false }),
      createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      appendDigest,
      recipients.length > 0 ? encrypt(recipients) : passThrough,
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (await exists(file)) throw new OperatorError(`${file} was created by another process. Nothing was written.`);
    await rename(part, file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(part, { force: true });
    throw explainArchiveError(error, file);
  } finally {
    process.off('exit', removeNow);
  }
}

/** Reads a backup from beginning to end. Callers convert its errors with `explainArchiveError`. */
export async function* readArchive(file: string, identities: readonly string[]): AsyncGenerator<ArchivedFile> {
  let stream: ReadStream | undefined;
  try {
    const hasRecipients = isEncrypted(Buffer.concat(await createReadStream(file, { end: 63 }).toArray()));
    if (hasRecipients && identities.length === 0)
      throw new OperatorError(`${file} is encrypted. Specify its key with --key KEYFILE. Nothing was changed.`);
    stream = createReadStream(file, { highWaterMark: 256 * 1024 });
    const compressed = hasRecipients ? decrypt(identities)(stream) : stream;
    const tar = Readable.from(verifyDigest(compressed), { objectMode: false });
    const decompressed = createZstdDecompress({ chunkSize });
    // Not `pipeline`: the reader may stop early, and errors must reach the reader.
    tar.on('error', (error) => decompressed.destroy(error));
    decompressed.on('error', () => {});
    yield* joinParts(readTar(tar.pipe(decompressed)));
    // A changed bit in the header may end the compressed stream early. The rest contains the digest, so it is read too.
    tar.unpipe(decompressed);
    await finished(tar.resume());
  } finally {
    stream?.destroy();
  }
}

async function* passThrough(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const explanations: Record<string, (file: string) => string> = {
  ENOENT: (file) => `${file} does not exist, or its folder does not exist.`,
  EACCES: (file) => `${file} cannot be opened: this user has no permission.`,
  EISDIR: (file) => `${file} is a folder.`,
  ENOSPC: (file) => `The disk is full: ${file} could not be written.`,
};

/** Returns an explanation for an error of the file itself. Returns other errors unchanged. */
export function explainArchiveError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isBroken =
    error instanceof TarError || error instanceof DigestError || ('errno' in error && /^(?:Z|ZSTD)_/.test(code));
  if (isBroken)
    return new OperatorError(
      `${file} is not a complete backup: it is truncated or was modified. Nothing was changed.`,
      {
        cause: error,
      },
    );
  const isAboutFile = 'path' in error && typeof error.path === 'string' && error.path.startsWith(file);
  const explanation = isAboutFile || code === 'ENOSPC' || code === 'EISDIR' ? explanations[code] : undefined;
  return explanation ? new OperatorError(explanation(file), { cause: error }) : error;
}

/** The data does not end with the digest of the preceding bytes. */
class DigestError extends Error {
  override name = 'DigestError';
}

const digestBytes = 32;
/** The header of a skippable zstd frame (RFC 8878, section 3.1.2): magic number and length. */
const digestFrameHeader = Buffer.from([0x50, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0]);
const digestFrameBytes = digestFrameHeader.length + digestBytes;

/** Appends the SHA-256 digest of all bytes. The checksum of zstd covers the content, but not every bit of the file. */
async function* appendDigest(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([digestFrameHeader, hash.digest()]);
}

/** Removes and verifies the digest. @throws DigestError if any bit differs, is missing or was added. */
async function* verifyDigest(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let pending = Buffer.alloc(0);
  for await (const chunk of source) {
    const combined = Buffer.concat([pending, chunk]);
    const end = Math.max(0, combined.length - digestFrameBytes);
    pending = combined.subarray(end);
    if (end === 0) continue;
    const content = combined.subarray(0, end);
    hash.update(content);
    yield content;
  }
  if (!pending.equals(Buffer.concat([digestFrameHeader, hash.digest()])))
    throw new DigestError('the digest does not match');
}
