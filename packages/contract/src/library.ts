import type { CallsOf } from './endpoint.ts';
import type * as schemas from './library.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './library.schemas.ts';

export const libraryLimits = {
  titleCharacters: 200,
  authorCharacters: 200,
  /** A sentence or two: they stand on the card, whole. */
  descriptionCharacters: 500,
  urlCharacters: 2_000,
} as const;

export const libraryErrors = defineErrors({
  'library.book_not_found': {
    status: 404,
    title: 'Book not found',
    detail: 'This book is not here any more.',
  },
  'library.podcast_not_found': {
    status: 404,
    title: 'Podcast not found',
    detail: 'This podcast is not here any more.',
  },
  'library.cover_not_uploaded': {
    status: 400,
    path: 'imageUrl',
    title: 'This cover cannot be used',
    detail: 'Please upload the picture again: it is not here any more. Nothing was changed.',
  },
});

export const libraryPaths = {
  listBooks: { method: 'GET', path: '/api/books' },
  createBook: { method: 'POST', path: '/api/books', creates: true },
  updateBook: { method: 'PUT', path: '/api/books/{id}' },
  deleteBook: { method: 'DELETE', path: '/api/books/{id}' },
  listPodcasts: { method: 'GET', path: '/api/podcasts' },
  createPodcast: { method: 'POST', path: '/api/podcasts', creates: true },
  updatePodcast: { method: 'PUT', path: '/api/podcasts/{id}' },
  deletePodcast: { method: 'DELETE', path: '/api/podcasts/{id}' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const libraryCalls: CallsOf<typeof libraryPaths, typeof schemas> = libraryPaths;
