import { defineErrors } from './problem.ts';

export const libraryLimits = {
  titleCharacters: 200,
  authorCharacters: 200,
  /** A sentence or two: cards show descriptions in full. */
  descriptionCharacters: 500,
  urlCharacters: 2_000,
} as const;

export const libraryErrors = defineErrors({
  'library.book_not_found': {
    status: 404,
    title: 'Book not found',
    detail: 'This book is no longer available.',
  },
  'library.podcast_not_found': {
    status: 404,
    title: 'Podcast not found',
    detail: 'This podcast is no longer available.',
  },
  'library.cover_not_uploaded': {
    status: 400,
    path: 'imageUrl',
    title: 'This cover cannot be used',
    detail: 'This picture is no longer available. Please upload it again. Nothing was changed.',
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
