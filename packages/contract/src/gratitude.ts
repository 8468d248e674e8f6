import { defineErrors } from './problem.ts';

export const noteLimits = {
  /** Counts grapheme clusters (`graphemes.ts`). */
  characters: 200,
  /** Positions in percent of the wall's width and height; rotation in degrees. */
  positionX: { min: 10, max: 89 },
  positionY: { min: 10, max: 79 },
  rotation: { min: -10, max: 10 },
} as const;

export const gratitudeErrors = defineErrors({
  'gratitude.not_found': { status: 404, title: 'Note not found', detail: 'This note is no longer on the wall.' },
  'gratitude.cannot_change': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can change or delete a note.',
  },
});

export const gratitudePaths = {
  listNotes: { method: 'GET', path: '/api/gratitude-posts' },
  getNote: { method: 'GET', path: '/api/gratitude-posts/{id}' },
  createNote: { method: 'POST', path: '/api/gratitude-posts', creates: true },
  updateNote: { method: 'PUT', path: '/api/gratitude-posts/{id}' },
  deleteNote: { method: 'DELETE', path: '/api/gratitude-posts/{id}' },
} as const;
