/**
 * The part of the tar format (POSIX.1-2001, ustar) that a backup needs: plain files with short names, one after the other.
 * Any tar program reads it. A library for all of the format brings a dozen packages, and writes to disk by itself.
 */
export type TarEntry = { name: string; content: Buffer };

const blockBytes = 512;
/** An entry is held in memory while it is written and read. */
export const maxEntryBytes = 1024 * 1024;

/** What is not a tar file, or not all of one. */
export class TarError extends Error {
  override name = 'TarError';
}

export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    const padding = Buffer.alloc(paddingOf(content.length));
    yield Buffer.concat([headerOf(name, content.length), content, padding]);
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** @throws TarError where it is cut short, or is none. Reads its source to the end. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = readerOf(source);
  for (;;) {
    const header = await reader.take(blockBytes);
    if (isEmpty(header)) break;
    const { name, bytes } = parseHeader(header);
    const content = await reader.take(bytes + paddingOf(bytes));
    yield { name, content: content.subarray(0, bytes) };
  }
  // The checks of what wraps the tar file are done when it has ended.
  for await (const rest of reader.rest()) if (!isEmpty(rest)) throw new TarError('there is something behind its end');
}

const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;
const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0);

const checksumAt = { from: 148, to: 156 };

function headerOf(name: string, bytes: number): Buffer {
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
  const isOurs = text(257, 263) === 'ustar' && text(156, 157) === '0' && bytes >= 0 && bytes <= maxEntryBytes;
  if (!isOurs || Number.parseInt(text(checksumAt.from, checksumAt.to), 8) !== checksumOf(header))
    throw new TarError('a part of it is not what was written');
  return { name: text(0, 100), bytes };
}

/** The sum of all bytes, those of the checksum itself as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= checksumAt.from && at < checksumAt.to ? 32 : byte), 0);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** Takes so many bytes at a time of what comes in pieces of any size. */
function readerOf(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    async take(bytes: number): Promise<Buffer> {
      while (heldBytes < bytes) {
        const next = await chunks.next();
        if (next.done) throw new TarError('it is cut short');
        held.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
        heldBytes += next.value.byteLength;
      }
      const [first = Buffer.alloc(0), ...others] = held;
      const all = others.length === 0 ? first : Buffer.concat(held);
      held = [all.subarray(bytes)];
      heldBytes -= bytes;
      return all.subarray(0, bytes);
    },
    async *rest(): AsyncGenerator<Buffer> {
      yield* held;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield Buffer.from(next.value);
    },
  };
}
