import { constants } from 'node:fs';
import { copyFile, glob, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { send as readForSending } from '@fastify/send';
import type { FastifyReply } from 'fastify';
import { platformError } from '../errors.ts';
import type { CurrentSettings } from '../settings/current.ts';

/** Content to store: bytes, or a file that is copied and stays in place. */
export type Content = Buffer | { file: string };

/** File storage. Keys contain only letters, digits, hyphens and dots. */
export type Storage = {
  put: (key: string, content: Content, contentType: string) => Promise<void>;
  remove: (keys: string[]) => Promise<void>;
  /**
   * Sends the file or the requested range. Returns false if it does not exist. The caller sets headers.
   * @throws AppError 412 if a precondition fails, 416 for a range beyond its end.
   */
  send: (key: string, reply: FastifyReply) => Promise<boolean>;
  /** Streams a file; undefined if it does not exist. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Yields every key in no particular order. */
  keys: () => AsyncIterable<string>;
};

/** Opens one place: a bucket, or the data directory. */
export async function openStorage({
  s3,
  dataDirectory,
}: Pick<CurrentSettings, 's3'> & { dataDirectory: string }): Promise<Storage> {
  if (!s3) return localStorage(path.join(dataDirectory, 'media'));
  // Loaded only if needed: the S3 client is larger than the rest of the server.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}

/** A suffix range of at least one byte. */
const lastBytes = /^ *bytes=-0*[1-9]\d* *$/;

const partialSuffix = '.part';

/** Returns the path of a file in a folder of `localStorage`. */
export const fileOfKey = (folder: string, key: string): string => path.join(folder, key.slice(0, 2), key);

/** Stores files in a folder of the data directory. A file gets its final name once it is complete and on disk. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => fileOfKey(folder, key);
  return {
    async put(key, content) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const part = `${file}${partialSuffix}`;
      try {
        await writeDurably(part, content);
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async remove(keys) {
      // Also removes partial files of killed processes.
      const files = keys.map((key) => fileOf(key)).flatMap((file) => [file, `${file}${partialSuffix}`]);
      await Promise.all(files.map((file) => rm(file, { force: true })));
    },
    send: (key, reply) => sendFromFolder(reply, folder, path.relative(folder, fileOf(key))),
    async read(key) {
      const file = await open(fileOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      return file?.createReadStream();
    },
    async *keys() {
      for await (const entry of glob('*/*', { cwd: folder })) {
        const key = path.basename(entry);
        if (!key.endsWith(partialSuffix)) yield key;
      }
    },
  };
}

/**
 * Sends a file of a folder or the requested range. Returns false if it does not exist.
 * @throws AppError 412 if a precondition fails, 416 for a range beyond its end.
 */
export async function sendFromFolder(
  reply: FastifyReply,
  folder: string,
  file: string,
  /** Whether to set an ETag from the size and date of the file. */
  { etag = true } = {},
): Promise<boolean> {
  const { raw } = reply.request;
  const read = () =>
    readForSending(raw, file, { root: folder, index: false, etag, cacheControl: false, contentType: false });
  let result = await read();
  if (result.statusCode === 416 && lastBytes.test(raw.headers.range ?? '')) {
    // A suffix longer than the file selects the whole file (RFC 9110, section 14.1.2), which the library does not
    // support.
    raw.headers.range = 'bytes=0-';
    result = await read();
  }
  if (result.statusCode === 412) throw platformError('request.precondition_failed');
  if (result.statusCode === 416) throw createRangeError(reply, result.headers['Content-Range']);
  if (result.type !== 'file') return false;
  void reply.status(result.statusCode).headers(result.headers).send(result.stream);
  return true;
}

async function writeDurably(file: string, content: Content): Promise<void> {
  if (Buffer.isBuffer(content)) await writeFile(file, content, { mode: 0o600 });
  // Shares the data on disk if the file system supports it; otherwise copies it.
  else await copyFile(content.file, file, constants.COPYFILE_FICLONE);
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a 416 error. The response states the length of the file (RFC 9110, section 15.5.17). */
export function createRangeError(reply: FastifyReply, contentRange: string | undefined): Error {
  if (contentRange) void reply.header('content-range', contentRange);
  return platformError('request.no_such_range');
}
