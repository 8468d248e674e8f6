import type { CsvKind } from '@commons/contract/csv';
import {
  type Book,
  type BookChange,
  type BookInput,
  libraryCalls,
  type Podcast,
  type PodcastChange,
  type PodcastInput,
} from '@commons/contract/library';
import { call, type CallOptions, callPage, type Page } from '../../lib/api-client.ts';
import type { PictureName } from '../../ui/empty-state.tsx';

export type LibraryKind = 'book' | 'podcast';

/** A book or a podcast with common field names. */
export type LibraryItem = {
  id: string;
  kind: LibraryKind;
  title: string;
  author: string | null;
  description: string | null;
  coverUrl: string | null;
  link: string | null;
  can: Book['can'];
};

/** Form values by the server's field names. The server rejects fields that do not belong to the kind. */
export type LibraryValues = Partial<Record<keyof BookInput | keyof PodcastInput, string | null>>;

export type Shelf = {
  kind: LibraryKind;
  noun: string;
  csvKind: CsvKind;
  title: string;
  intro: string;
  picture: PictureName;
  emptyTitle: string;
  emptyText: string;
  coverField: 'imageUrl' | 'albumCoverUrl';
  linkField: 'buyLink' | 'podcastLink';
  linkFieldLabel: string;
  /** Text of the link to the item. */
  linkLabel: string;
  list: (query: { cursor?: string; limit: number }, options?: CallOptions) => Promise<Page<LibraryItem>>;
  create: (values: LibraryValues, idempotencyKey: string) => Promise<LibraryItem>;
  update: (id: string, values: LibraryValues) => Promise<LibraryItem>;
  remove: (id: string) => Promise<unknown>;
};

const toBookItem = ({ imageUrl, buyLink, ...book }: Book): LibraryItem => ({
  ...book,
  kind: 'book',
  coverUrl: imageUrl,
  link: buyLink,
});
const toPodcastItem = ({ albumCoverUrl, podcastLink, ...podcast }: Podcast): LibraryItem => ({
  ...podcast,
  kind: 'podcast',
  author: null,
  coverUrl: albumCoverUrl,
  link: podcastLink,
});

const book: Shelf = {
  kind: 'book',
  noun: 'book',
  csvKind: 'books',
  title: 'Books',
  intro: 'For slow evenings and long journeys. Chosen by the people who run this community.',
  picture: 'books',
  emptyTitle: 'No books yet',
  emptyText: 'Check back soon for curated book recommendations.',
  coverField: 'imageUrl',
  linkField: 'buyLink',
  linkFieldLabel: 'Buy Link',
  linkLabel: 'Buy',
  async list(query, options) {
    const page = await callPage(libraryCalls.listBooks, { query }, options);
    return { ...page, items: page.items.map(toBookItem) };
  },
  create: async (values, idempotencyKey) =>
    toBookItem(await call(libraryCalls.createBook, { body: values as BookInput }, { idempotencyKey })),
  update: async (id, values) =>
    toBookItem(await call(libraryCalls.updateBook, { params: { id }, body: values as BookChange })),
  remove: (id) => call(libraryCalls.deleteBook, { params: { id } }),
};

const podcast: Shelf = {
  kind: 'podcast',
  noun: 'podcast',
  csvKind: 'podcasts',
  title: 'Podcasts',
  intro: 'For a walk, the washing-up or a sleepless hour. Each opens on its own site.',
  picture: 'podcasts',
  emptyTitle: 'No podcasts yet',
  emptyText: 'Check back soon for curated podcast recommendations.',
  coverField: 'albumCoverUrl',
  linkField: 'podcastLink',
  linkFieldLabel: 'Podcast Link',
  linkLabel: 'Listen',
  async list(query, options) {
    const page = await callPage(libraryCalls.listPodcasts, { query }, options);
    return { ...page, items: page.items.map(toPodcastItem) };
  },
  create: async (values, idempotencyKey) =>
    toPodcastItem(await call(libraryCalls.createPodcast, { body: values as PodcastInput }, { idempotencyKey })),
  update: async (id, values) =>
    toPodcastItem(await call(libraryCalls.updatePodcast, { params: { id }, body: values as PodcastChange })),
  remove: (id) => call(libraryCalls.deletePodcast, { params: { id } }),
};

export const shelves: Readonly<Record<LibraryKind, Shelf>> = { book, podcast };

/** Returns the noun with a capital letter: "Book". */
export const capitalizedNoun = ({ noun }: Shelf): string => noun.charAt(0).toUpperCase() + noun.slice(1);
