import type { Meditation } from '@commons/contract/meditations/schemas';
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { afterEveryId } from '../../platform/database/columns.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isoText, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { meditations } from './meditations.tables.ts';

export type MeditationRow = Awaited<ReturnType<typeof findMeditations>>[number];

const selectMeditations = (db: Queryable) =>
  db
    .select({
      id: meditations.id,
      title: meditations.title,
      description: meditations.description,
      audioUrl: meditations.audioUrl,
      albumCoverUrl: meditations.albumCoverUrl,
      duration: meditations.duration,
      createdAt: isoText(meditations.createdAt),
      commentsCount: meditations.commentsCount,
      countsRevision: meditations.countsRevision,
    })
    .from(meditations)
    .$dynamic();

const meditationPage = preparePages('meditation_page', (db, { limit, name }) =>
  selectMeditations(db)
    .where(lt(meditations.id, sql.placeholder('before')))
    .orderBy(desc(meditations.id))
    .limit(limit)
    .prepare(name),
);

/** Lists meditations, newest first, starting after the id `before`. */
export const listMeditations = (
  db: Database,
  { before = afterEveryId, rowCount }: { before: string | undefined; rowCount: number },
): Promise<MeditationRow[]> => meditationPage(db, rowCount, { before });

const meditationById = prepareOnce((db) =>
  selectMeditations(db)
    .where(eq(meditations.id, sql.placeholder('meditationId')))
    .prepare('meditation_by_id'),
);

/** Returns the meditation with this id, as one row or none. */
export const findMeditations = (db: Queryable, meditationId: string) => meditationById(db).execute({ meditationId });

/** Converts a row to the viewer's view. Only admins may edit and delete meditations. */
export const toMeditationView =
  ({ role }: Viewer) =>
  (row: MeditationRow): Meditation => ({ ...row, can: { edit: role === 'admin', delete: role === 'admin' } });

/** How the search indexes and shows meditations. */
export const meditationsSearchSource: SearchSource = {
  type: 'meditations',
  source: meditations,
  isIndexed: sql`true`,
  title: sql`${meditations.title}`,
  rest: sql`${meditations.description}`,
  isShown: sql`true`,
  recency: sql`extract(epoch FROM ${meditations.createdAt})`,
  shown: {
    title: sql`${meditations.title}`,
    text: sql`nullif(${meditations.description}, '')`,
    imageUrl: sql`${meditations.albumCoverUrl}`,
  },
};
