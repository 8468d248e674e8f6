/**
 * The subset of the tar format (POSIX.1-2001, ustar) that a backup needs: regular files with short names. Any tar
 * program can read it. A library would add a dozen packages and would write to disk itself.
 */

export type TarEntry = { name: string; content: Buffer };

const blockBytes = 512;
/** Maximum size of an entry, which is in memory while it is written or read. */
export const maxEntryBytes = 1024 * 1024;

/** The data is not a tar file, or it is incomplete. */
export class TarError extends Error {
  override name = 'TarError';
}

export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    const padding = Buffer.alloc(paddingOf(content.length));
    yield Buffer.concat([createHeader(name, content.length), content, padding]);
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Reads a tar file to its end. @throws TarError if it is truncated or invalid. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  for (;;) {
    const header = await reader.read(blockBytes);
    if (isEmpty(header)) break;
    const { name, bytes } = parseHeader(header);
    const content = await reader.read(bytes + paddingOf(bytes));
    yield { name, content: content.subarray(0, bytes) };
  }
  // Reads to the end, because the surrounding stream verifies its checksum there.
  for await (const rest of reader.rest()) if (!isEmpty(rest)) throw new TarError('there is data after the end');
}

const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;
const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0);

const checksumAt = { from: 148, to: 156 };

function createHeader(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new TarError(`the name ${name} is too long`);
  const header = Buffer.alloc(blockBytes);
  header.write(name);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(bytes, 11)}\0`, 124);
  header.write(`${octal(0, 11)}\0`, 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(checksumOf(header), 6)}\0 `, checksumAt.from);
  return header;
}

function parseHeader(header: Buffer): { name: string; bytes: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const bytes = Number.parseInt(text(124, 136), 8);
  const isSupported = text(257, 263) === 'ustar' && text(156, 157) === '0' && bytes >= 0 && bytes <= maxEntryBytes;
  if (!isSupported || Number.parseInt(text(checksumAt.from, checksumAt.to), 8) !== checksumOf(header))
    throw new TarError('a header is invalid');
  return { name: text(0, 100), bytes };
}

/** The sum of all header bytes, with the checksum field read as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= checksumAt.from && at < checksumAt.to ? 32 : byte), 0);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** Reads an exact number of bytes from chunks of any size. */
function createReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  return {
    async read(bytes: number): Promise<Buffer> {
      while (bufferedBytes < bytes) {
        const next = await chunks.next();
        if (next.done) throw new TarError('the data is truncated');
        buffered.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
        bufferedBytes += next.value.byteLength;
      }
      const [first = Buffer.alloc(0), ...others] = buffered;
      const combined = others.length === 0 ? first : Buffer.concat(buffered);
      buffered = [combined.subarray(bytes)];
      bufferedBytes -= bytes;
      return combined.subarray(0, bytes);
    },
    async *rest(): AsyncGenerator<Buffer> {
      yield* buffered;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield Buffer.from(next.value);
    },
  };
}
