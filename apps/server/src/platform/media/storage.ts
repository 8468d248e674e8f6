import { constants } from 'node:fs';
import { copyFile, glob, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { send as readForSending } from '@fastify/send';
import type { FastifyReply } from 'fastify';
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';

/** What is to be stored: bytes, or a file that is read piece by piece and stays where it is. */
export type Content = Buffer | { file: string };

/** Where files are kept. Keys are made by us: letters, digits and hyphens. */
export type Storage = {
  put: (key: string, content: Content, contentType: string) => Promise<void>;
  remove: (keys: string[]) => Promise<void>;
  /**
   * Answers with the file, whole or the range asked for; false when there is none. Headers are set by the caller.
   * @throws AppError 412 when it is not the one that was asked for, 416 when it has no such range.
   */
  send: (key: string, reply: FastifyReply) => Promise<boolean>;
  /** The bytes of a file, read as they are wanted; undefined when there is none. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Every key there is, in no order. */
  keys: () => AsyncIterable<string>;
};

/** Where this community keeps files: a bucket when one is configured, else its data directory. */
export async function openStorage({ s3, dataDirectory }: Configuration): Promise<Storage> {
  if (!s3) return localStorage(path.join(dataDirectory, 'media'));
  // The client of the service weighs more than the rest of the server, and most communities do not need it.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}

/** So many bytes from the end, and at least one. */
const lastBytes = /^ *bytes=-0*[1-9]\d* *$/;

const unfinished = '.part';

/** Files in a folder of the data directory. A file appears under its name only when it is whole and on disk. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key);
  return {
    async put(key, content) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const part = `${file}${unfinished}`;
      try {
        await writeDurably(part, content);
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async remove(keys) {
      // What a process was writing when it was killed goes with the file that it would have become.
      const files = keys.map((key) => fileOf(key)).flatMap((file) => [file, `${file}${unfinished}`]);
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
        if (!key.endsWith(unfinished)) yield key;
      }
    },
  };
}

/**
 * Answers with a file of a folder, whole or the range asked for; false when there is none.
 * @throws AppError 412 when it is not the one that was asked for, 416 when it has no such range.
 */
export async function sendFromFolder(
  reply: FastifyReply,
  folder: string,
  file: string,
  /** Whether the answer is named by the size and date of the file; else the caller names it, or not. */
  { etag = true } = {},
): Promise<boolean> {
  const { raw } = reply.request;
  const read = () =>
    readForSending(raw, file, { root: folder, index: false, etag, cacheControl: false, contentType: false });
  let found = await read();
  if (found.statusCode === 416 && lastBytes.test(raw.headers.range ?? '')) {
    // The end of a file that is shorter is all of it (RFC 9110, section 14.1.2), which the library does not know.
    raw.headers.range = 'bytes=0-';
    found = await read();
  }
  if (found.statusCode === 412) throw platformError('request.precondition_failed');
  if (found.statusCode === 416) throw noSuchRange(reply, found.headers['Content-Range']);
  if (found.type !== 'file') return false;
  void reply.status(found.statusCode).headers(found.headers).send(found.stream);
  return true;
}

async function writeDurably(file: string, content: Content): Promise<void> {
  if (Buffer.isBuffer(content)) await writeFile(file, content, { mode: 0o600 });
  // Where the file system can, both share what is on the disk; where it cannot, or the other is elsewhere, it is copied.
  else await copyFile(content.file, file, constants.COPYFILE_FICLONE);
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The answer names how long the file is (RFC 9110, section 15.5.17). */
export function noSuchRange(reply: FastifyReply, contentRange: string | undefined): Error {
  if (contentRange) void reply.header('content-range', contentRange);
  return platformError('request.no_such_range');
}
