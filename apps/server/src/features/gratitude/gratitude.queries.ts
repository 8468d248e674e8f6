import type { Note } from '@commons/contract/gratitude/schemas';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { type ReportSnapshot, toReportSnapshot } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canChange } from '../contributions/index.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { notes } from './gratitude.tables.ts';

export type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

/** Sorts after every UUID v7. The default start of a page. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const selectNotes = (db: Queryable) =>
  db
    .select({
      id: notes.id,
      authorId: notes.authorId,
      author: memberColumns,
      content: notes.content,
      positionX: notes.positionX,
      positionY: notes.positionY,
      rotation: notes.rotation,
      createdAt: isoText(notes.createdAt),
      editedAt: isoTextOrNull(notes.editedAt),
      isAwaitingReview: notes.isAwaitingReview,
    })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.authorId))
    .$dynamic();

const notePage = preparePages('note_page', (db, { limit, name }) =>
  selectNotes(db)
    .where(and(lt(notes.id, sql.placeholder('before')), isVisible(notes)))
    .orderBy(desc(notes.id))
    .limit(limit)
    .prepare(name),
);

/** Lists notes before an id, newest first. */
export const listNotes = (
  db: Database,
  viewer: Viewer,
  { before = afterEveryId, rowCount }: { before: string | undefined; rowCount: number },
): Promise<NoteRow[]> => notePage(db, rowCount, { ...visibilityParameters(viewer), before });

const visibleNote = prepareOnce((db) =>
  selectNotes(db)
    .where(and(eq(notes.id, sql.placeholder('noteId')), isVisible(notes)))
    .prepare('visible_note'),
);

/** Returns the note with this id if the viewer may see it: one row or none. */
export const findNotes = (db: Queryable, viewer: Viewer, noteId: string) =>
  visibleNote(db).execute({ ...visibilityParameters(viewer), noteId });

/** Converts a row to a note with the viewer's permissions. */
export const toNoteView =
  (viewer: Viewer) =>
  ({ author, ...note }: NoteRow): Note => ({
    ...note,
    author: toMemberSummary(author),
    can: { edit: canChange(viewer, note), delete: canChange(viewer, note) },
  });

const reportedNotes = prepareOnce((db) =>
  db
    .select({ id: notes.id, authorId: notes.authorId, content: notes.content, createdAt: isoText(notes.createdAt) })
    .from(notes)
    .where(and(sql`${notes.id} = ANY(${sql.placeholder('ids')}::uuid[])`, isVisible(notes)))
    .prepare('reported_notes'),
);

/** Returns the evidence of notes that the viewer reports. */
export async function findReportedNotes(tx: Transaction, viewer: Viewer, ids: string[]): Promise<ReportSnapshot[]> {
  return (await reportedNotes(tx).execute({ ...visibilityParameters(viewer), ids })).map(toReportSnapshot);
}
