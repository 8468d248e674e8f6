import { z } from 'zod';
import { id, idParams, pageQuery, graphemeText, timestamp } from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { gratitudeErrors, gratitudePaths, noteLimits } from './gratitude.ts';
import { memberSummary } from './members.schemas.ts';

export const noteView = z
  .object({
    id,
    authorId: id,
    author: memberSummary,
    content: z.string(),
    positionX: z.number(),
    positionY: z.number(),
    rotation: z.number(),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    isAwaitingReview: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'GratitudePost' });
export type Note = z.infer<typeof noteView>;

/** The server clamps position and rotation to `noteLimits`. */
export const noteInput = z.strictObject({
  content: graphemeText(noteLimits.characters).min(1, 'Please write something first'),
  positionX: z.number(),
  positionY: z.number(),
  rotation: z.number(),
});
export type NoteInput = z.infer<typeof noteInput>;

export const listNotes = endpoint({
  ...gratitudePaths.listNotes,
  summary: 'List the notes on the gratitude wall, newest first',
  query: pageQuery,
  replies: { 200: z.array(noteView) },
  paged: true,
});

export const getNote = endpoint({
  ...gratitudePaths.getNote,
  summary: 'Get a note',
  params: idParams,
  replies: { 200: noteView },
  errors: gratitudeErrors,
});

export const createNote = endpoint({
  ...gratitudePaths.createNote,
  summary: 'Put a note on the wall',
  body: noteInput,
  replies: { 201: noteView },
});

export const updateNote = endpoint({
  ...gratitudePaths.updateNote,
  summary: 'Change one’s own note, or any note as a moderator',
  params: idParams,
  body: noteInput,
  replies: { 200: noteView },
  errors: gratitudeErrors,
});

export const deleteNote = endpoint({
  ...gratitudePaths.deleteNote,
  summary: 'Delete one’s own note, or any note as a moderator',
  params: idParams,
  replies: { 204: null },
  errors: gratitudeErrors,
});

export const noteEvents = {
  'note.created': z.object({ type: z.literal('note.created'), noteId: id, authorId: id }),
  'note.updated': z.object({ type: z.literal('note.updated'), noteId: id }),
  'note.deleted': z.object({ type: z.literal('note.deleted'), noteId: id }),
};
