import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { AppError, platformError } from '../errors.ts';
import type { CurrentSettings } from '../settings/current.ts';
import { mediaError } from './images.ts';
import { kindsOfMedia, type MediaKind } from './media-kinds.ts';

/** A received form: the paths of its files, its other fields, and a digest of everything. */
export type ReceivedForm = { files: Map<string, string>; fields: Record<string, unknown>; fingerprint: string };

/** Forms contain a few short texts. */
const maxFieldBytes = 64 * 1024;
const maxFields = 10;

/** Maximum size of all fields of a form, without its files. */
export const maxFieldsBytes = maxFields * maxFieldBytes;

/** The largest file size of any kind. */
export const maxFileBytes = Math.max(...Object.values(kindsOfMedia).map(({ maxBytes }) => maxBytes));

/**
 * Writes the files of a form to a folder and discards data beyond the limits. Reads a rejected form to its end, so that
 * the connection can be reused.
 */
export async function receiveForm(
  request: FastifyRequest,
  kinds: Record<string, MediaKind>,
  folder: string,
  sizes: Pick<CurrentSettings, 'imageMegabytes' | 'audioMegabytes'>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw platformError('request.wrong_media_type');
  // If the client has already disconnected, multipart would wait forever.
  if (request.raw.destroyed) throw platformError('request.malformed');
  const files = new Map<string, string>();
  const fields = new Map<string, unknown>();
  const digests: string[] = [];
  let rejection: AppError | undefined;
  const maxFiles = Object.keys(kinds).length;
  const limits = { files: maxFiles, fields: maxFields, parts: maxFiles + maxFields, fieldSize: maxFieldBytes };
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part;
      if (part.type === 'field') {
        if (part.valueTruncated || fields.has(fieldname)) rejection ??= platformError('request.malformed');
        fields.set(fieldname, part.value);
        continue;
      }
      const kind = kinds[fieldname] && kindsOfMedia[kinds[fieldname]];
      if (!kind) {
        part.file.resume();
        continue;
      }
      const megabytes = sizes[kind.sizeSetting];
      const maxBytes = Math.min(kind.maxBytes, megabytes * 1024 * 1024);
      const file = path.join(folder, `file-${files.size}`);
      const digest = createHash('sha256');
      let bytes = 0;
      await pipeline(
        part.file,
        async function* limitSize(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            if (bytes > maxBytes) continue;
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file, { mode: 0o600 }),
      );
      if (part.file.truncated || bytes > maxBytes) rejection ??= kind.tooLargeError(megabytes);
      if (files.has(fieldname)) rejection ??= severalFilesError(fieldname);
      // A form without a chosen file contains an empty one.
      if (bytes > 0) files.set(fieldname, file);
      digests.push(`${fieldname} ${digest.digest('base64url')}`);
    }
  } catch (error) {
    throw rejection ?? toFormError(error, Object.keys(kinds)[0]);
  }
  if (rejection) throw rejection;
  // Checks the session again: the form was read after the checks of the request.
  await request.server.recheckSession(request);
  const fieldValues = Object.fromEntries(fields);
  return { files, fields: fieldValues, fingerprint: fingerprintOf(digests, fieldValues) };
}

const fingerprintOf = (digests: string[], fields: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify([digests, fields]))
    .digest('base64url');

const severalFilesError = (field: string, options?: { cause: unknown }) =>
  mediaError('media.several_files', { ...options, path: field });

function toFormError(error: unknown, field = 'file'): unknown {
  if (error instanceof AppError) return error;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'FST_FILES_LIMIT') return severalFilesError(field, { cause: error });
  // A disk error, not an error of the client.
  if (syscall === 'open' || syscall === 'write') return error;
  return platformError('request.malformed', { cause: error });
}

const prefix = 'mindful-commons-upload-';
/** Older folders belong to killed processes, because no upload takes that long. */
const abandonedMilliseconds = 24 * 60 * 60 * 1000;

/** Creates a temporary folder for one upload. The caller removes it. */
export const makeUploadFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), prefix));

/** Removes the upload folders of killed processes after a day. Folders of other users stay. */
export async function removeAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    // Another process may remove it first. The next run retries failures.
    const stats = await stat(folder).catch(() => undefined);
    if (!stats || Date.now() - stats.mtimeMs < abandonedMilliseconds) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
