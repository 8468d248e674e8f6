import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { uploadCover, uploadImage } from '@commons/contract/media/schemas';
import multipart from '@fastify/multipart';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayThrowAway } from '../database/advisory-locks.ts';
import { databaseNow } from '../database/clock.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../database/database.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { AppError, platformError } from '../errors.ts';
import { route } from '../http/routes.ts';
import type { Once } from '../idempotency/idempotency.ts';
import { limits } from '../rate-limits/rate-limits.ts';
import type { Authenticate } from '../sessions/viewer.ts';
import { attachUploads, detachFiles } from './attachments.ts';
import { createMediaAccess, type PictureAudience, privateCacheControl } from './media-access.ts';
import { address, contentTypeOf, idOfAddress, privateKeyOf, storageKeyOf } from './media-addresses.ts';
import { kindsOfMedia, type MediaKind, type PreparedFile } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';
import type { Storage } from './storage.ts';
import { makeUploadFolder, maxFileBytes, receiveForm, removeAbandonedUploads } from './uploads.ts';

/** A stored file and its address: of a picture that of its full size, from which others differ in the last word of the name. */
export type StoredFile = Omit<PreparedFile, 'parts'> & { id: string; kind: MediaKind; url: string };

type StoredFiles<Field extends string, Needed extends Field> = Partial<Record<Field, StoredFile>> &
  Record<Needed, StoredFile>;
type Form<Field extends string, Needed extends Field, Fields> = {
  files: Record<Field, MediaKind>;
  /** The file without which there is nothing to do; others may be left out. */
  required: Needed;
  /** Reads the other fields, where any count. @throws AppError when they are not right. */
  readFields?: (fields: Record<string, unknown>) => Fields;
  ownerId: string;
  once: Once;
};

export type Media = {
  /**
   * Reads the files of a multipart upload, prepares them and stores them, belonging to nothing yet; then uses them in the
   * transaction of the call. The same form with the same `Idempotency-Key` is stored and used once.
   */
  upload: <Field extends string, Needed extends Field, Result, Fields = undefined>(
    request: FastifyRequest,
    form: Form<Field, Needed, Fields>,
    use: (work: UnitOfWork, files: StoredFiles<Field, Needed>, fields: Fields) => Promise<Result>,
  ) => Promise<Result>;
  /** Stores a file of our own, belonging to nobody, and to nothing yet. */
  keep: (file: string, kind: MediaKind) => Promise<StoredFile>;
  /** Throws away at once what was kept and is not used; what cannot be now goes with the orphans. */
  discard: (files: readonly StoredFile[]) => Promise<void>;
  /** Says, in the transaction that uses it, that a stored file belongs to something now. */
  attach: (tx: Transaction, file: StoredFile) => Promise<void>;
  /**
   * Says the same of a picture that a member uploaded and that nothing uses yet, by the address they were given. False
   * where there is none of theirs.
   */
  attachUploaded: (tx: Transaction, url: string, uploaded: { ownerId: string; kind: MediaKind }) => Promise<boolean>;
  /** Says that nothing uses the file at this address any more: it goes with the next orphans. */
  detach: (tx: Transaction, url: string) => Promise<void>;
  /** Answers with one size of a private picture; the caller has checked who asks. */
  sendPrivate: (reply: FastifyReply, id: string, size: string) => Promise<FastifyReply>;
  /** Throws files away that belonged to nothing for a day, and what killed processes had begun to take in. Returns how many. */
  collectOrphans: () => Promise<number>;
  /** The largest size of what a member uploaded, one file after the other, with the name it is kept under. */
  readAllOf: (memberId: string) => AsyncGenerator<{ name: string; content: Readable }>;
  /** Throws away what a member uploaded and nothing uses, and forgets that the rest was theirs. */
  releaseAllOf: (memberId: string) => Promise<void>;
};

/** S3 removes at most 1,000 objects in one call. */
const maxOrphansAtOnce = Math.floor(
  1_000 / Math.max(...Object.values(kindsOfMedia).map(({ endings }) => endings.length)),
);

/** Registers uploads and the addresses of stored files. */
export async function openMedia(
  app: FastifyInstance,
  {
    db,
    storage,
    ...access
  }: { db: Database; storage: Storage; authenticate: Authenticate; pictureAudiences: readonly PictureAudience[] },
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

  const forget = async (files: readonly Pick<StoredFile, 'id' | 'kind'>[], tx: Queryable = db): Promise<void> => {
    if (files.length === 0) return;
    await storage.remove(
      files.flatMap(({ id, kind }) => kindsOfMedia[kind].endings.map((ending) => storageKeyOf(kind, id, ending))),
    );
    const ids = files.map(({ id }) => id);
    await tx.delete(mediaFiles).where(inArray(mediaFiles.id, ids));
  };

  /** What cannot be thrown away now is collected with the orphans. */
  const discard = (files: readonly Pick<StoredFile, 'id' | 'kind'>[]) => forget(files).catch(() => {});

  const store = async (file: string, kind: MediaKind, ownerId: string | null): Promise<StoredFile> => {
    const { parts, ...about } = await kindsOfMedia[kind].prepare(file);
    const { width, height } = about;
    const id = randomUUID();
    // The row first: a file that no row knows of would never be collected.
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
    return { id, kind, url: address(id, parts[0]?.ending ?? ''), ...about };
  };

  /** Stores the files of a form by their fields: all of them, or none. */
  const storeAll = async (files: Map<string, string>, kinds: Record<string, MediaKind>, ownerId: string) => {
    const stored: Record<string, StoredFile> = {};
    for (const [field, file] of files)
      try {
        stored[field] = await store(file, kinds[field] as MediaKind, ownerId);
      } catch (error) {
        await discard(Object.values(stored));
        throw at(field, error);
      }
    return stored;
  };

  const upload: Media['upload'] = async (request, { files: kinds, required, ownerId, once, ...form }, use) => {
    // Uploads wait for their turn on disk: ten at once would otherwise be ten files in memory.
    const folder = await makeUploadFolder();
    try {
      const { files, fields, fingerprint } = await receiveForm(request, kinds, folder);
      if (!files.has(required)) throw at(required, kindsOfMedia[kinds[required]].missing());
      const given = form.readFields?.(fields) as Parameters<typeof use>[2];
      const useUnlessCancelled = async (work: UnitOfWork, stored: Record<string, StoredFile>) => {
        const result = await use(work, stored as Parameters<typeof use>[1], given);
        assertStillThere(request);
        return result;
      };
      return await once(useUnlessCancelled, {
        fingerprint,
        prepare: async () => {
          assertStillThere(request);
          return storeAll(files, kinds, ownerId);
        },
        discard: (stored) => discard(Object.values(stored)),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    upload,

    async *readAllOf(memberId) {
      const isTheirs = eq(mediaFiles.ownerId, memberId);
      for (const { id, kind } of await db.select().from(mediaFiles).where(isTheirs).orderBy(asc(mediaFiles.id)))
        for (const ending of kindsOfMedia[kind].endings) {
          const content = await storage.read(storageKeyOf(kind, id, ending));
          if (!content) continue;
          yield { name: `${id}-${ending}`, content };
          break;
        }
    },
    async releaseAllOf(memberId) {
      const isTheirs = eq(mediaFiles.ownerId, memberId);
      const unused = and(isTheirs, isNull(mediaFiles.attachedAt));
      // What stays because a backup is being taken goes with the orphans.
      const forgetSome = () =>
        inTransaction(db, async (tx) => {
          if (!(await mayThrowAway(tx))) return 0;
          const files = await tx.select().from(mediaFiles).where(unused).limit(maxOrphansAtOnce);
          await forget(files, tx);
          return files.length;
        });
      while ((await forgetSome()) > 0);
      await db.update(mediaFiles).set({ ownerId: null }).where(isTheirs);
    },

    keep: (file, kind) => store(file, kind, null),
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
      // The rows are held while their files go, so that nothing comes to use what is being thrown away.
      return inTransaction(db, async (tx) => {
        if (!(await mayThrowAway(tx))) return 0;
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

/** Pictures that are uploaded first, then named by what uses them: a post, a book. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  route(app, uploadImage, { access: 'member', limits: [limits.uploading] }, async ({ viewer, request, once, send }) => {
    const form = { files: { file: 'image' }, required: 'file', ownerId: viewer.id, once } as const;
    return send(201, await media.upload(request, form, toUploaded));
  });

  route(
    app,
    uploadCover,
    { access: 'admin', limits: [limits.curatingFiles] },
    async ({ viewer, request, once, send }) => {
      const form = { files: { file: 'cover' }, required: 'file', ownerId: viewer.id, once } as const;
      return send(201, await media.upload(request, form, toUploaded));
    },
  );
}

const toUploaded = async (_work: UnitOfWork, { file }: { file: StoredFile }) => {
  const { url, width, height, wasAnimated } = file;
  return { url, width, height, wasAnimated };
};

/** Files are read for seconds after they came: whoever cancels meanwhile is told that nothing was stored. */
function assertStillThere({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw platformError('request.malformed');
}

/** An error of a file, of the field that it came in. */
const at = (field: string, error: unknown): unknown =>
  error instanceof AppError && error.definition.path === 'file' ? error.of(field) : error;

/** Sends a stored file as exactly its type. Shared caches may not keep it, and nothing in it can run. */
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
