import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { AppError, platformError } from '../errors.ts';
import { mediaError } from './images.ts';
import { kindsOfMedia, type MediaKind } from './media-kinds.ts';

/** What a form brought: where its files lie, its other fields as they came, and a digest of all of it. */
export type ReceivedForm = { files: Map<string, string>; fields: Record<string, unknown>; fingerprint: string };

/** A form has some lines of text; none of them is as long as this. */
const maxFieldBytes = 64 * 1024;
const maxFields = 10;

/** The most that the fields of one form may hold together, beside its files. */
export const maxFieldsBytes = maxFields * maxFieldBytes;

/** The largest file of any kind. */
export const maxFileBytes = Math.max(...Object.values(kindsOfMedia).map(({ maxBytes }) => maxBytes));

/**
 * Writes the files of a form to a folder, each as the kind that its field takes; what is too much of one is thrown away
 * while it still arrives. A form is read to its end also when it is refused, so that the connection is of use for the
 * next call.
 */
export async function receiveForm(
  request: FastifyRequest,
  kinds: Record<string, MediaKind>,
  folder: string,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw platformError('request.wrong_media_type');
  // Who hung up before this is never heard of again: multipart would wait for them for ever.
  if (request.raw.destroyed) throw platformError('request.malformed');
  const files = new Map<string, string>();
  const fields = new Map<string, unknown>();
  const digests: string[] = [];
  let refusal: AppError | undefined;
  const maxFiles = Object.keys(kinds).length;
  const limits = { files: maxFiles, fields: maxFields, parts: maxFiles + maxFields, fieldSize: maxFieldBytes };
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part;
      if (part.type === 'field') {
        if (part.valueTruncated || fields.has(fieldname)) refusal ??= platformError('request.malformed');
        fields.set(fieldname, part.value);
        continue;
      }
      const kind = kinds[fieldname] && kindsOfMedia[kinds[fieldname]];
      if (!kind) {
        part.file.resume();
        continue;
      }
      const file = path.join(folder, `file-${files.size}`);
      const digest = createHash('sha256');
      let bytes = 0;
      await pipeline(
        part.file,
        async function* within(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            if (bytes > kind.maxBytes) continue;
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file, { mode: 0o600 }),
      );
      if (part.file.truncated || bytes > kind.maxBytes) refusal ??= kind.tooLarge();
      if (files.has(fieldname)) refusal ??= severalFiles(fieldname);
      // A form in which no file was chosen brings an empty one.
      if (bytes > 0) files.set(fieldname, file);
      digests.push(`${fieldname} ${digest.digest('base64url')}`);
    }
  } catch (error) {
    throw refusal ?? unreadable(error, Object.keys(kinds)[0]);
  }
  if (refusal) throw refusal;
  // A form is read here, after everything that is looked up before a call.
  await request.server.lookAgain(request);
  const given = Object.fromEntries(fields);
  return { files, fields: given, fingerprint: fingerprintOf(digests, given) };
}

const fingerprintOf = (digests: string[], fields: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify([digests, fields]))
    .digest('base64url');

const severalFiles = (field: string, options?: { cause: unknown }) =>
  mediaError('media.several_files', { ...options, path: field });

function unreadable(error: unknown, field = 'file'): unknown {
  if (error instanceof AppError) return error;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'FST_FILES_LIMIT') return severalFiles(field, { cause: error });
  // The disk failed and not the member.
  if (syscall === 'open' || syscall === 'write') return error;
  return platformError('request.malformed', { cause: error });
}

const prefix = 'mindful-commons-upload-';
/** No upload takes as long; what a process was about to take in when it was killed is nobody's. */
const abandonedMilliseconds = 24 * 60 * 60 * 1000;

/** A folder in which one upload waits for its turn; whoever made it removes it. */
export const makeUploadFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), prefix));

/** Removes the folders of uploads whose process was killed, a day later. Those of another account stay. */
export async function removeAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    // Another process may remove it first; the next run tries again where this one fails.
    const found = await stat(folder).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < abandonedMilliseconds) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
