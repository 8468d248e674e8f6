import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { imageLimits } from '@commons/contract/media';
import multipart from '@fastify/multipart';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Database, inTransaction, type Queryable, type Transaction } from '../database/database.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { AppError, platformError } from '../errors.ts';
import type { Once } from '../idempotency/idempotency.ts';
import { mediaError, type Rendition, renderPostImage, renderProfilePhoto } from './images.ts';
import { mediaFiles, type mediaKinds } from './media.tables.ts';
import type { Storage } from './storage.ts';

type Kind = (typeof mediaKinds)[number];

const renderers: Record<Kind, (file: string) => Promise<Rendition[]>> = {
  image: renderPostImage,
  'profile-photo': renderProfilePhoto,
  'message-photo': renderPostImage,
};

/** A stored picture and the address of its full size. The other sizes differ in the last word of the name. */
export type StoredImage = { id: string; url: string; width: number; height: number };

export type Media = {
  /**
   * Reads the one file of a multipart upload, renders it and stores it, belonging to nothing yet; then uses it in the
   * transaction of the call. The same file with the same `Idempotency-Key` is stored and used once.
   */
  upload: <Result>(
    request: FastifyRequest,
    upload: { field: string; kind: Kind; ownerId: string; once: Once },
    use: (work: UnitOfWork, image: StoredImage) => Promise<Result>,
  ) => Promise<Result>;
  /** Says, in the transaction that uses it, that a stored picture belongs to something now. */
  attach: (tx: Transaction, image: StoredImage) => Promise<void>;
  /** Says that nothing uses the picture at this address any more: it goes with the next orphans. */
  detach: (tx: Transaction, url: string) => Promise<void>;
  /** Answers with one size of a private picture; the caller has checked who asks. */
  sendPrivate: (reply: FastifyReply, id: string, size: string) => Promise<FastifyReply>;
  /** Throws pictures away that belonged to nothing for a day. Returns how many. */
  collectOrphans: () => Promise<number>;
};

/** Random (UUID v4), not in the order of time: who knows one address can guess no other. */
const addressPattern = /^\/media\/(?<id>[0-9a-f-]{36})-[a-z]+\.webp$/;
const address = (key: string) => `/media/${key}`;
const keyOf = (id: string, size: string) => `${id}-${size}.webp`;
/** Not an address that `/media/` answers: who asks for a private picture is checked by the feature that it belongs to. */
const privateKeyOf = (id: string, size: string) => `private-${id}-${size}.webp`;
const storageKeyOf = (kind: Kind, id: string, size: string) =>
  kind === 'message-photo' ? privateKeyOf(id, size) : keyOf(id, size);
const sizeNames = ['small', 'card', 'full'];

/** S3 removes at most 1,000 objects in one call. */
const maxOrphansAtOnce = Math.floor(1_000 / sizeNames.length);

/** Registers uploads and the addresses of stored pictures. */
export async function openMedia(
  app: FastifyInstance,
  { db, storage }: { db: Database; storage: Storage },
): Promise<Media> {
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fileSize: imageLimits.maxBytes } });

  app.get<{ Params: { key: string } }>(
    '/media/:key',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { key } = request.params;
      if (!addressPattern.test(address(key))) throw platformError('request.not_found');
      return sendPicture(storage, key, reply);
    },
  );

  const forget = async (images: { id: string; kind: Kind }[], tx: Queryable = db): Promise<void> => {
    if (images.length === 0) return;
    await storage.remove(images.flatMap(({ id, kind }) => sizeNames.map((size) => storageKeyOf(kind, id, size))));
    const ids = images.map(({ id }) => id);
    await tx.delete(mediaFiles).where(inArray(mediaFiles.id, ids));
  };

  /** What cannot be thrown away now is collected with the orphans. */
  const discard = (image: { id: string; kind: Kind }) => forget([image]).catch(() => {});

  const store = async (file: string, { kind, ownerId }: { kind: Kind; ownerId: string }): Promise<StoredImage> => {
    const renditions = await renderers[kind](file);
    const { width, height } = renditions[0] ?? { width: 0, height: 0 };
    const id = randomUUID();
    // The row first: a file that no row knows of would never be collected.
    await db.insert(mediaFiles).values({ id, ownerId, kind, width, height });
    try {
      for (const { name, bytes } of renditions) await storage.put(storageKeyOf(kind, id, name), bytes, 'image/webp');
    } catch (error) {
      await discard({ id, kind });
      throw error;
    }
    return { id, url: address(keyOf(id, 'full')), width, height };
  };

  return {
    async upload(request, { field, kind, ownerId, once }, use) {
      // Uploads wait for their turn on disk: ten at once would otherwise be ten files in memory.
      const folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-upload-'));
      try {
        const file = path.join(folder, 'file');
        const fingerprint = await receiveUpload(request, field, file);
        return await once(use, {
          fingerprint,
          prepare: () => store(file, { kind, ownerId }),
          discard: ({ id }) => discard({ id, kind }),
        });
      } catch (error) {
        if (error instanceof AppError && error.definition.path === 'file') throw error.of(field);
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async attach(tx, { id }) {
      await tx.update(mediaFiles).set({ attachedAt: new Date() }).where(eq(mediaFiles.id, id));
    },
    async detach(tx, url) {
      const id = addressPattern.exec(url)?.groups?.['id'];
      if (id) await tx.update(mediaFiles).set({ attachedAt: null }).where(eq(mediaFiles.id, id));
    },
    sendPrivate: (reply, id, size) => sendPicture(storage, privateKeyOf(id, size), reply),
    async collectOrphans() {
      const isOrphan = and(isNull(mediaFiles.attachedAt), lt(mediaFiles.createdAt, sql`now() - interval '1 day'`));
      // The rows are held while their files go, so that nothing comes to use a picture that is being thrown away.
      return inTransaction(db, async (tx) => {
        const orphans = await tx
          .select({ id: mediaFiles.id, kind: mediaFiles.kind })
          .from(mediaFiles)
          .where(isOrphan)
          .limit(maxOrphansAtOnce)
          .for('update', { skipLocked: true });
        await forget(orphans, tx);
        return orphans.length;
      });
    },
  };
}

/** Names are never used again, so a picture is kept by browsers for ever; shared caches do not keep it. */
async function sendPicture(storage: Storage, key: string, reply: FastifyReply): Promise<FastifyReply> {
  void reply
    .type('image/webp')
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  if (!(await storage.send(key, reply))) throw platformError('request.not_found');
  return reply;
}

/**
 * Writes the one file of an upload to disk; what is too much of it is thrown away while it still arrives. An upload is
 * read to its end also when it is refused, so that the connection is of use for the next call. Returns its digest.
 */
async function receiveUpload(request: FastifyRequest, field: string, file: string): Promise<string> {
  if (!request.isMultipart()) throw platformError('request.wrong_media_type');
  // Who hung up before this is never heard of again: multipart would wait for them for ever.
  if (request.raw.destroyed) throw platformError('request.malformed');
  let bytes = 0;
  const digest = createHash('sha256');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== field) {
        part.file.resume();
        continue;
      }
      const written = createWriteStream(file, { mode: 0o600 });
      part.file.on('data', (chunk: Buffer) => digest.update(chunk));
      await pipeline(part.file, written);
      bytes = written.bytesWritten;
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (bytes === 0) throw mediaError('media.no_file');
  return digest.digest('base64url');
}

function unreadable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return mediaError('media.too_large', { cause: error });
  if (code === 'FST_FILES_LIMIT') return mediaError('media.several_files', { cause: error });
  // The disk failed and not the member.
  if (syscall === 'open' || syscall === 'write') return error;
  return platformError('request.malformed', { cause: error });
}
