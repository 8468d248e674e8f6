import { noteLimits } from '@commons/contract/gratitude';
import type { Note, NoteInput } from '@commons/contract/gratitude/schemas';
import { eq, sql } from 'drizzle-orm';
import {
  contributionsRemoved,
  emitChanged,
  emitNewContribution,
  removedByModerator,
} from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { publishLive, canChange, isAuthor, startsInReview } from '../contributions/index.ts';
import { gratitudeError, noteContribution, noteSubject } from './gratitude.contributions.ts';
import { findNotes, toNoteView } from './gratitude.queries.ts';
import { notes } from './gratitude.tables.ts';

/**
 * Clamps a number and rounds it to hundredths, so that the four-byte column returns it unchanged. `+ 0` avoids -0.
 */
const clamp = ({ min, max }: { min: number; max: number }, value: number): number =>
  Math.round(Math.min(max, Math.max(min, value)) * 100) / 100 + 0;

/** Clamps position and rotation of a note to the wall. */
const clampToWall = ({ positionX, positionY, rotation, ...note }: NoteInput): NoteInput => ({
  ...note,
  positionX: clamp(noteLimits.positionX, positionX),
  positionY: clamp(noteLimits.positionY, positionY),
  rotation: clamp(noteLimits.rotation, rotation),
});

const insertNote = prepareOnce((db) =>
  db
    .insert(notes)
    .values({
      id: sql.placeholder('id'),
      authorId: sql.placeholder('authorId'),
      content: sql.placeholder('content'),
      positionX: sql.placeholder('positionX'),
      positionY: sql.placeholder('positionY'),
      rotation: sql.placeholder('rotation'),
      isAwaitingReview: sql.placeholder('isAwaitingReview'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_note'),
);

export async function createNote(work: UnitOfWork, viewer: Viewer, input: NoteInput): Promise<Note> {
  const note = {
    ...clampToWall(input),
    id: newId(),
    authorId: viewer.id,
    isAwaitingReview: startsInReview(viewer),
    createdAt: databaseNow(),
  };
  await pipelined(insertNote(work.tx).execute(note), emitNewContribution(work, noteContribution(note), note));
  publishLive(work, note, { type: 'note.created', noteId: note.id, authorId: viewer.id });
  return {
    ...note,
    author: viewer.summary,
    createdAt: note.createdAt.toISOString(),
    editedAt: null,
    can: { edit: canChange(viewer, note), delete: canChange(viewer, note) },
  };
}

/** Changes a note. A change by a flagged member sends it to review again. */
export async function updateNote(work: UnitOfWork, viewer: Viewer, noteId: string, input: NoteInput): Promise<Note> {
  const note = await noteSubject.getLocked(work.tx, viewer, noteId);
  if (!canChange(viewer, note)) throw gratitudeError('gratitude.cannot_change');
  await work.tx
    .update(notes)
    .set({ ...clampToWall(input), editedAt: databaseNow(), ...(startsInReview(viewer) && { isAwaitingReview: true }) })
    .where(eq(notes.id, noteId));
  await emitChanged(work, noteContribution(note), { isAwaitingReview: startsInReview(viewer) });
  publishLive(work, note, { type: 'note.updated', noteId });
  return toNoteView(viewer)(onlyRow(await findNotes(work.tx, viewer, noteId)));
}

export async function deleteNote(work: UnitOfWork, viewer: Viewer, noteId: string): Promise<void> {
  const note = await noteSubject.getLocked(work.tx, viewer, noteId);
  if (!canChange(viewer, note)) throw gratitudeError('gratitude.cannot_change');
  if (!isAuthor(viewer, note))
    return work.emit(removedByModerator, { contribution: noteContribution(note), moderator: viewer, note: null });
  await work.emit(contributionsRemoved, { contributions: [noteContribution(note)] });
  await work.tx.delete(notes).where(eq(notes.id, noteId));
  publishLive(work, note, { type: 'note.deleted', noteId });
}
