import { z } from 'zod';
import { id, idParams, optionalLine, optionalLink, optionalText, pageQuery, singleLine } from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { libraryErrors, libraryLimits, libraryPaths } from './library.ts';
import { pictureAddress } from './media.schemas.ts';

export const bookView = z
  .object({
    id,
    title: z.string(),
    author: z.string().nullable(),
    description: z.string().nullable(),
    /** A path of this server (`/media/…`), or an https address. */
    imageUrl: z.string().nullable(),
    buyLink: z.string().nullable(),
    can: permissions,
  })
  .meta({ id: 'Book' });
export type Book = z.infer<typeof bookView>;

export const podcastView = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    /** A path of this server (`/media/…`), or an https address. */
    albumCoverUrl: z.string().nullable(),
    podcastLink: z.string().nullable(),
    can: permissions,
  })
  .meta({ id: 'Podcast' });
export type Podcast = z.infer<typeof podcastView>;

const cover = pictureAddress(libraryLimits.urlCharacters).nullable();
const link = optionalLink(libraryLimits.urlCharacters).nullable().default(null);
const author = optionalLine(libraryLimits.authorCharacters).nullable().default(null);
const description = optionalText(libraryLimits.descriptionCharacters).nullable().default(null);
const titleOf = (kind: string) => singleLine(libraryLimits.titleCharacters).min(1, `Please give the ${kind} a title`);

/** A new book. The order of the fields is the order of columns in CSV files. */
export const bookInput = z.strictObject({
  title: titleOf('book'),
  author,
  description,
  imageUrl: cover.default(null),
  buyLink: link,
});
export type BookInput = z.input<typeof bookInput>;

/** A change to a book. An omitted cover stays; null removes it. */
export const bookChange = bookInput.extend({ imageUrl: cover.optional() });
export type BookChange = z.input<typeof bookChange>;

export const podcastInput = z.strictObject({
  title: titleOf('podcast'),
  description,
  albumCoverUrl: cover.default(null),
  podcastLink: link,
});
export type PodcastInput = z.input<typeof podcastInput>;

export const podcastChange = podcastInput.extend({ albumCoverUrl: cover.optional() });
export type PodcastChange = z.input<typeof podcastChange>;

export const listBooks = endpoint({
  ...libraryPaths.listBooks,
  summary: 'List books, newest first',
  query: pageQuery,
  replies: { 200: z.array(bookView) },
  paged: true,
});

export const createBook = endpoint({
  ...libraryPaths.createBook,
  summary: 'Add a book',
  body: bookInput,
  replies: { 201: bookView },
  errors: libraryErrors,
});

export const updateBook = endpoint({
  ...libraryPaths.updateBook,
  summary: 'Change a book',
  params: idParams,
  body: bookChange,
  replies: { 200: bookView },
  errors: libraryErrors,
});

export const deleteBook = endpoint({
  ...libraryPaths.deleteBook,
  summary: 'Delete a book',
  params: idParams,
  replies: { 204: null },
  errors: libraryErrors,
});

export const listPodcasts = endpoint({
  ...libraryPaths.listPodcasts,
  summary: 'List podcasts, newest first',
  query: pageQuery,
  replies: { 200: z.array(podcastView) },
  paged: true,
});

export const createPodcast = endpoint({
  ...libraryPaths.createPodcast,
  summary: 'Add a podcast',
  body: podcastInput,
  replies: { 201: podcastView },
  errors: libraryErrors,
});

export const updatePodcast = endpoint({
  ...libraryPaths.updatePodcast,
  summary: 'Change a podcast',
  params: idParams,
  body: podcastChange,
  replies: { 200: podcastView },
  errors: libraryErrors,
});

export const deletePodcast = endpoint({
  ...libraryPaths.deletePodcast,
  summary: 'Delete a podcast',
  params: idParams,
  replies: { 204: null },
  errors: libraryErrors,
});

export const libraryEvents = {
  /** One or more books or podcasts were added, changed or deleted. */
  'library.changed': z.object({ type: z.literal('library.changed'), kind: z.enum(['book', 'podcast']) }),
};
