import type { CallsOf } from './endpoint.ts';
import type * as schemas from './gratitude.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './gratitude.schemas.ts';

export const noteLimits = {
  /** Counted as a person sees them (`graphemes.ts`). */
  characters: 200,
  /** Where on the wall a note may hang, in percent of it, and how far it may be turned, in degrees. */
  positionX: { min: 10, max: 89 },
  positionY: { min: 10, max: 79 },
  rotation: { min: -10, max: 10 },
} as const;

export const gratitudeErrors = defineErrors({
  'gratitude.not_found': { status: 404, title: 'Note not found', detail: 'This note is not on the wall any more.' },
  'gratitude.cannot_change': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the member who wrote a note, or a moderator, can change or delete it.',
  },
});

export const gratitudePaths = {
  listNotes: { method: 'GET', path: '/api/gratitude-posts' },
  getNote: { method: 'GET', path: '/api/gratitude-posts/{id}' },
  createNote: { method: 'POST', path: '/api/gratitude-posts', creates: true },
  updateNote: { method: 'PUT', path: '/api/gratitude-posts/{id}' },
  deleteNote: { method: 'DELETE', path: '/api/gratitude-posts/{id}' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const gratitudeCalls: CallsOf<typeof gratitudePaths, typeof schemas> = gratitudePaths;
