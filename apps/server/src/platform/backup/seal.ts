import { createHash } from 'node:crypto';

/** What does not end with the digest of all that came before. */
export class SealError extends Error {
  override name = 'SealError';
}

const digestBytes = 32;
/** A frame that programs for zstd pass over (RFC 8878, 3.1.2): its magic number, and how long it is. */
const frame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0]);
const sealBytes = frame.length + digestBytes;

/** Puts the digest of all bytes behind them: the checksum of zstd is of its content, and not of every bit of the file. */
export async function* sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([frame, hash.digest()]);
}

/** Takes it off again. @throws SealError when a bit of what came is not what was written, or one is missing or too many. */
export async function* unsealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
