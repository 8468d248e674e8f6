import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { uploadCover, uploadImage } from '@commons/contract/media/schemas';
import multipart from '@fastify/multipart';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayDeleteFiles } from '../database/advisory-locks.ts';
import { databaseNow } from '../database/clock.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../database/database.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { AppError, platformError } from '../errors.ts';
import { route } from '../http/routes.ts';
import type { Once } from '../idempotency/idempotency.ts';
import { limits } from '../rate-limits/rate-limits.ts';
import type { Authenticate } from '../sessions/viewer.ts';
import type { Settings } from '../settings/settings.ts';
import { attachUploads, detachFiles } from './attachments.ts';
import { createMediaAccess, type PictureAudience, privateCacheControl } from './media-access.ts';
import { address, contentTypeOf, idOfAddress, privateKeyOf, readAddress, storageKeyOf } from './media-addresses.ts';
import { kindsOfMedia, type MediaKind, type PreparedFile } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';
import type { Storage } from './storage.ts';
import { makeUploadFolder, maxFileBytes, receiveForm, removeAbandonedUploads } from './uploads.ts';

/**
 * A stored file and its address. For a picture, the address of the full size; other sizes differ in the last word of
 * the name.
 */
export type StoredFile = Omit<PreparedFile, 'parts'> & { id: string; kind: MediaKind; url: string };

type StoredFiles<Field extends string, RequiredField extends Field> = Partial<Record<Field, StoredFile>> &
  Record<RequiredField, StoredFile>;
type Form<Field extends string, RequiredField extends Field, Fields> = {
  files: Record<Field, MediaKind>;
  /** The field of the required file. Other files are optional. */
  required: RequiredField;
  /** Parses the other fields. @throws AppError if they are invalid. */
  readFields?: (fields: Record<string, unknown>) => Fields;
  ownerId: string;
  once: Once;
};

export type Media = {
  /**
   * Stores the files of a multipart upload, then uses them in the transaction of the call. The same form with the same
   * `Idempotency-Key` is stored and used once.
   */
  upload: <Field extends string, RequiredField extends Field, Result, Fields = undefined>(
    request: FastifyRequest,
    form: Form<Field, RequiredField, Fields>,
    use: (work: UnitOfWork, files: StoredFiles<Field, RequiredField>, fields: Fields) => Promise<Result>,
  ) => Promise<Result>;
  /** Stores a file that ships with the application, without an owner. It is not in use yet. */
  storeShipped: (file: string, kind: MediaKind) => Promise<StoredFile>;
  /** Deletes unused files at once. If that fails, the orphan collection deletes them. */
  discard: (files: readonly StoredFile[]) => Promise<void>;
  /** Marks a stored file as used, in the transaction that uses it. */
  attach: (tx: Transaction, file: StoredFile) => Promise<void>;
  /** Marks an unused upload of a member as used, by its address. Returns false if the member has no such upload. */
  attachUploaded: (tx: Transaction, url: string, expected: { ownerId: string; kind: MediaKind }) => Promise<boolean>;
  /** Marks the file at this address as unused. The next orphan collection deletes it. */
  detach: (tx: Transaction, url: string) => Promise<void>;
  /** Sends one size of a private picture. The caller has checked access. */
  sendPrivate: (reply: FastifyReply, id: string, size: string) => Promise<FastifyReply>;
  /**
   * Deletes files that were unused for a day and unfinished uploads of killed processes. Returns the number of files.
   */
  collectOrphans: () => Promise<number>;
  /** Streams the file at an address; undefined if it does not exist. The caller has checked access. */
  read: (url: string) => Promise<Readable | undefined>;
  /** Yields the largest size of each upload of a member, with its storage name. */
  readAllOf: (memberId: string) => AsyncGenerator<{ name: string; content: Readable }>;
  /** Deletes unused uploads of a member and removes the owner of the others. */
  releaseAllOf: (memberId: string) => Promise<void>;
};

/** S3 removes at most 1,000 objects per call. */
const orphanBatchSize = Math.floor(
  1_000 / Math.max(...Object.values(kindsOfMedia).map(({ endings }) => endings.length)),
);

/** Registers multipart uploads and the addresses of stored files. */
export async function openMedia(
  app: FastifyInstance,
  {
    db,
    settings,
    storage,
    ...access
  }: {
    db: Database;
    settings: Settings;
    storage: Storage;
    authenticate: Authenticate;
    pictureAudiences: readonly PictureAudience[];
  },
): Promise<Media> {
  await app.register(multipart, { limits: { fileSize: maxFileBytes }, throwFileSizeLimit: false });

  const cacheControlFor = createMediaAccess(db, access);
  app.get<{ Params: { key: string } }>(
    '/media/:key',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { key } = request.params;
      const cacheControl = await cacheControlFor(request, `/media/${key}`);
      if (cacheControl === undefined) throw platformError('request.not_found');
      return sendFile(storage, key, reply, cacheControl);
    },
  );

  const deleteFiles = async (files: readonly Pick<StoredFile, 'id' | 'kind'>[], tx: Queryable = db): Promise<void> => {
    if (files.length === 0) return;
    await storage.remove(
      files.flatMap(({ id, kind }) => kindsOfMedia[kind].endings.map((ending) => storageKeyOf(kind, id, ending))),
    );
    const ids = files.map(({ id }) => id);
    await tx.delete(mediaFiles).where(inArray(mediaFiles.id, ids));
  };

  /** If deleting fails, the orphan collection does it later. */
  const discard = (files: readonly Pick<StoredFile, 'id' | 'kind'>[]) => deleteFiles(files).catch(() => {});

  const store = async (file: string, kind: MediaKind, ownerId: string | null): Promise<StoredFile> => {
    const { parts, ...properties } = await kindsOfMedia[kind].prepare(file);
    const { width, height } = properties;
    const id = randomUUID();
    // Inserts the row first: a file without a row would never be deleted.
    await db.insert(mediaFiles).values({ id, ownerId, kind, width, height });
    try {
      for (const { ending, content } of parts) {
        const key = storageKeyOf(kind, id, ending);
        await storage.put(key, content, contentTypeOf(key));
      }
    } catch (error) {
      await discard([{ id, kind }]);
      throw error;
    }
    return { id, kind, url: address(id, parts[0]?.ending ?? ''), ...properties };
  };

  /** Stores the files of a form by field: all of them or none. */
  const storeAll = async (files: Map<string, string>, kinds: Record<string, MediaKind>, ownerId: string) => {
    const storedFiles: Record<string, StoredFile> = {};
    for (const [field, file] of files)
      try {
        storedFiles[field] = await store(file, kinds[field] as MediaKind, ownerId);
      } catch (error) {
        await discard(Object.values(storedFiles));
        throw withField(field, error);
      }
    return storedFiles;
  };

  const upload: Media['upload'] = async (request, { files: kinds, required, ownerId, once, ...form }, use) => {
    // Written to disk first, because otherwise all concurrent uploads would be in memory.
    const folder = await makeUploadFolder();
    try {
      const { files, fields, fingerprint } = await receiveForm(request, kinds, folder, settings.current);
      if (!files.has(required)) throw withField(required, kindsOfMedia[kinds[required]].missingError());
      const parsedFields = form.readFields?.(fields) as Parameters<typeof use>[2];
      const useUnlessCancelled = async (work: UnitOfWork, storedFiles: Record<string, StoredFile>) => {
        const result = await use(work, storedFiles as Parameters<typeof use>[1], parsedFields);
        assertNotCancelled(request);
        return result;
      };
      return await once(useUnlessCancelled, {
        fingerprint,
        prepare: async () => {
          assertNotCancelled(request);
          return storeAll(files, kinds, ownerId);
        },
        discard: (storedFiles) => discard(Object.values(storedFiles)),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    upload,

    async *readAllOf(memberId) {
      const isOwnedByMember = eq(mediaFiles.ownerId, memberId);
      for (const { id, kind } of await db.select().from(mediaFiles).where(isOwnedByMember).orderBy(asc(mediaFiles.id)))
        for (const ending of kindsOfMedia[kind].endings) {
          const content = await storage.read(storageKeyOf(kind, id, ending));
          if (!content) continue;
          yield { name: `${id}-${ending}`, content };
          break;
        }
    },
    async releaseAllOf(memberId) {
      const isOwnedByMember = eq(mediaFiles.ownerId, memberId);
      const unused = and(isOwnedByMember, isNull(mediaFiles.attachedAt));
      // If a backup is running, the orphan collection deletes the rest later.
      const deleteBatch = () =>
        inTransaction(db, async (tx) => {
          if (!(await mayDeleteFiles(tx))) return 0;
          const files = await tx.select().from(mediaFiles).where(unused).limit(orphanBatchSize);
          await deleteFiles(files, tx);
          return files.length;
        });
      while ((await deleteBatch()) > 0);
      await db.update(mediaFiles).set({ ownerId: null }).where(isOwnedByMember);
    },

    read: (url) => readAddress(storage, url),
    storeShipped: (file, kind) => store(file, kind, null),
    discard,

    async attach(tx, { id }) {
      await tx.update(mediaFiles).set({ attachedAt: databaseNow() }).where(eq(mediaFiles.id, id));
    },
    async attachUploaded(tx, url, { ownerId, kind }) {
      return (await attachUploads(tx, [url], { ownerId, kind })).has(url);
    },
    async detach(tx, url) {
      const id = idOfAddress(url);
      if (id) await detachFiles(tx, [id]);
    },
    sendPrivate: (reply, id, size) => sendFile(storage, privateKeyOf(id, `${size}.webp`), reply, privateCacheControl),
    async collectOrphans() {
      await removeAbandonedUploads();
      const isOrphan = and(isNull(mediaFiles.attachedAt), lt(mediaFiles.createdAt, sql`now() - interval '1 day'`));
      // Locks the rows, so that no content starts to use a file that is being deleted.
      return inTransaction(db, async (tx) => {
        if (!(await mayDeleteFiles(tx))) return 0;
        const orphans = await tx
          .select({ id: mediaFiles.id, kind: mediaFiles.kind })
          .from(mediaFiles)
          .where(isOrphan)
          .limit(orphanBatchSize)
          .for('update', { skipLocked: true });
        await deleteFiles(orphans, tx);
        return orphans.length;
      });
    },
  };
}

/** Registers uploads of pictures that are used by a later call, for example in a post or as a book cover. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  route(app, uploadImage, { access: 'member', limits: [limits.uploading] }, async ({ viewer, request, once }) => {
    const form = { files: { file: 'image' }, required: 'file', ownerId: viewer.id, once } as const;
    return media.upload(request, form, toUploadedImage);
  });

  route(app, uploadCover, { access: 'admin', limits: [limits.uploadingForAll] }, async ({ viewer, request, once }) => {
    const form = { files: { file: 'cover' }, required: 'file', ownerId: viewer.id, once } as const;
    return media.upload(request, form, toUploadedImage);
  });
}

const toUploadedImage = async (_work: UnitOfWork, { file }: { file: StoredFile }) => {
  const { url, width, height, wasAnimated } = file;
  return { url, width, height, wasAnimated };
};

/** Rejects a cancelled upload. Processing takes seconds, and a client that cancelled expects that nothing is stored. */
function assertNotCancelled({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw platformError('request.malformed');
}

/** Assigns a file error to its form field. */
const withField = (field: string, error: unknown): unknown =>
  error instanceof AppError && error.definition.path === 'file' ? error.forField(field) : error;

/** Sends a stored file with its exact type. Shared caches may not store it, and nothing in it can run. */
async function sendFile(
  storage: Storage,
  key: string,
  reply: FastifyReply,
  cacheControl: string,
): Promise<FastifyReply> {
  void reply
    .type(contentTypeOf(key))
    .header('cache-control', cacheControl)
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  if (!(await storage.send(key, reply))) throw platformError('request.not_found');
  return reply;
}
