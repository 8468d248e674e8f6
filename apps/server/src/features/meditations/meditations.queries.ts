import {
  type MeditationLength,
  meditationLengths,
  type MeditationTheme,
  meditationThemes,
} from '@commons/contract/meditations';
import type { Meditation, MeditationFilters } from '@commons/contract/meditations/schemas';
import { and, between, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
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
      teacher: meditations.teacher,
      theme: meditations.theme,
      audioUrl: meditations.audioUrl,
      albumCoverUrl: meditations.albumCoverUrl,
      duration: meditations.duration,
      createdAt: isoText(meditations.createdAt),
      commentsCount: meditations.commentsCount,
      countsRevision: meditations.countsRevision,
    })
    .from(meditations)
    .$dynamic();

const preparePagesOf = (name: string, ...conditions: SQL[]) =>
  preparePages(name, (db, { limit, name }) =>
    selectMeditations(db)
      .where(and(lt(meditations.id, sql.placeholder('before')), ...conditions))
      .orderBy(desc(meditations.id))
      .limit(limit)
      .prepare(name),
  );

const isOfTheme = eq(meditations.theme, sql.placeholder('theme'));
const isOfLength = between(meditations.duration, sql.placeholder('from'), sql.placeholder('to'));

const pages = {
  all: preparePagesOf('meditation_page'),
  theme: preparePagesOf('meditation_page_of_theme', isOfTheme),
  length: preparePagesOf('meditation_page_of_length', isOfLength),
  themeAndLength: preparePagesOf('meditation_page_of_theme_and_length', isOfTheme, isOfLength),
};

type PageQuery = {
  before: string | undefined;
  rowCount: number;
  theme: MeditationTheme | undefined;
  length: MeditationLength | undefined;
};

/** Lists meditations, newest first, starting after the id `before`, optionally of a theme and length. */
export function listMeditations(
  db: Database,
  { before = afterEveryId, rowCount, theme, length }: PageQuery,
): Promise<MeditationRow[]> {
  if (length === undefined)
    return theme === undefined ? pages.all(db, rowCount, { before }) : pages.theme(db, rowCount, { before, theme });
  const { from, to } = meditationLengths[length];
  return theme === undefined
    ? pages.length(db, rowCount, { before, from, to })
    : pages.themeAndLength(db, rowCount, { before, theme, from, to });
}

const lengthNames = Object.keys(meditationLengths) as MeditationLength[];

const distinctFilters = prepareOnce((db) =>
  db
    .selectDistinct({
      theme: meditations.theme,
      length: sql<MeditationLength>`CASE WHEN ${meditations.duration} <= ${sql.raw(String(meditationLengths.short.to))} THEN 'short'
        WHEN ${meditations.duration} <= ${sql.raw(String(meditationLengths.medium.to))} THEN 'medium' ELSE 'long' END`,
    })
    .from(meditations)
    .prepare('meditation_filters'),
);

/** Returns the themes and lengths of which there is a meditation. Scans the table: admins add each row, so it is small. */
export async function findFilters(db: Database): Promise<MeditationFilters> {
  const rows = await distinctFilters(db).execute();
  return {
    themes: meditationThemes.filter((theme) => rows.some((row) => row.theme === theme)),
    lengths: lengthNames.filter((length) => rows.some((row) => row.length === length)),
  };
}

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
  rest: sql`concat_ws(' ', ${meditations.teacher}, ${meditations.description})`,
  isShown: sql`true`,
  recency: sql`extract(epoch FROM ${meditations.createdAt})`,
  shown: {
    title: sql`${meditations.title}`,
    text: sql`nullif(concat_ws(' · ', ${meditations.teacher}, nullif(${meditations.description}, '')), '')`,
    imageUrl: sql`${meditations.albumCoverUrl}`,
  },
};
