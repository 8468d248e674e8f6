import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { columnsOf, namedStatement } from '../database/named-statements.ts';
import { type Authenticate, isModerator } from '../sessions/viewer.ts';
import { address, idOfAddress } from './media-addresses.ts';
import type { MediaKind } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';

/** The audience of a stored file. `author` includes moderators. */
type Audience = 'everybody' | 'author' | 'moderators' | 'nobody';

/**
 * Returns the audience of the picture at an address, based on the content that shows it. NULL if the feature does not
 * use the picture.
 */
export type PictureAudience = (url: SQL<string>) => SQL<Exclude<Audience, 'nobody'> | null>;

type FileRow = {
  kind: MediaKind;
  ownerId: string | null;
  isAttached: boolean;
  isReleased: boolean;
  shownTo: Exclude<Audience, 'nobody'> | null;
};

/** Files of these kinds never change, so browsers cache them forever. The content of other kinds can be removed. */
const isImmutable = (kind: MediaKind) => kind !== 'image' && kind !== 'message-photo';

const cacheControl = {
  immutable: 'private, max-age=31536000, immutable',
  /** Browsers that have cached a removed picture show it for at most five minutes. */
  removable: 'private, max-age=300',
  restricted: 'private, no-store',
} as const;

export const privateCacheControl = cacheControl.removable;

/**
 * Creates the access check for stored files. It runs on each request and determines how long browsers may cache the
 * response.
 */
export function createMediaAccess(
  db: Database,
  { authenticate, pictureAudiences }: { authenticate: Authenticate; pictureAudiences: readonly PictureAudience[] },
) {
  const url = sql<string>`${sql.placeholder('url')}::text`;
  const shownTo = sql.join([...pictureAudiences.map((audience) => sql`(${audience(url)})`), sql`NULL`], sql`, `);
  const findFile = namedStatement(
    'media_file',
    sql`SELECT kind, owner_id AS "ownerId", attached_at IS NOT NULL AS "isAttached",
        released_at IS NOT NULL AS "isReleased",
        CASE WHEN kind = 'image' AND released_at IS NULL THEN coalesce(${shownTo}) END AS "shownTo"
      FROM ${mediaFiles} WHERE id = ${sql.placeholder('id')}`,
    {
      values: { url: 'text', id: 'uuid' },
      columns: columnsOf<FileRow>({
        kind: 'text',
        ownerId: 'uuid',
        isAttached: 'boolean',
        isReleased: 'boolean',
        shownTo: 'text',
      }),
    },
  );

  const mayFetch = async (request: FastifyRequest, file: FileRow, audience: Audience) => {
    if (audience === 'everybody' || audience === 'nobody') return audience === 'everybody';
    const viewer = (await authenticate(request.headers.cookie))?.viewer;
    if (!viewer || viewer.suspension) return false;
    return isModerator(viewer) || (audience === 'author' && viewer.id === file.ownerId);
  };

  /** Returns the `Cache-Control` of the response; undefined if the caller may not fetch the file. */
  return async (request: FastifyRequest, mediaUrl: string): Promise<string | undefined> => {
    const id = idOfAddress(mediaUrl);
    if (id === undefined) return undefined;
    const [file] = await findFile(db, { id, url: address(id, 'full.webp') });
    if (!file) return undefined;
    const audience = audienceOf(file);
    if (!(await mayFetch(request, file, audience))) return undefined;
    if (audience !== 'everybody') return cacheControl.restricted;
    return isImmutable(file.kind) ? cacheControl.immutable : cacheControl.removable;
  };
}

/** Released sounds stay available until the next orphan collection, because a member may be listening. */
function audienceOf({ kind, isAttached, isReleased, shownTo }: FileRow): Audience {
  if (isReleased && kind !== 'audio') return isAttached ? 'moderators' : 'nobody';
  return shownTo ?? 'everybody';
}
