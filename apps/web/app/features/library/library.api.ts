import { libraryCalls } from '@commons/contract/library/calls';
import type {
  Book,
  BookChange,
  BookInput,
  Podcast,
  PodcastChange,
  PodcastInput,
} from '@commons/contract/library/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { showToast } from '../../lib/toast-store.ts';
import { shelfTexts } from './library.texts.ts';
import { shelves } from './shelves.ts';

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

const fromBook = ({ imageUrl, buyLink, ...book }: Book): LibraryItem => ({
  ...book,
  kind: 'book',
  coverUrl: imageUrl,
  link: buyLink,
});
const fromPodcast = ({ albumCoverUrl, podcastLink, ...podcast }: Podcast): LibraryItem => ({
  ...podcast,
  kind: 'podcast',
  author: null,
  coverUrl: albumCoverUrl,
  link: podcastLink,
});

/** Converts the items of a page. */
const convertPage = async <View>(page: Promise<Page<View>>, convert: (view: View) => LibraryItem) => {
  const { items, next } = await page;
  return { items: items.map(convert), next };
};

/** A multiple of every number of columns, so that all rows are full. */
const limit = 24;

const libraryLists = listCache<LibraryItem, LibraryKind, Pick<LibraryItem, 'id' | 'kind'>>({
  name: 'library',
  readPage: (kind, query, options) =>
    kind === 'book'
      ? convertPage(callPage(libraryCalls.listBooks, { query: { ...query, limit } }, options), fromBook)
      : convertPage(callPage(libraryCalls.listPodcasts, { query: { ...query, limit } }, options), fromPodcast),
  belongsTo: (item, kind) => item.kind === kind,
});

export const libraryQuery = libraryLists.query;

/** Refetches the list now if it is visible, or else when it is next used. */
export const refreshLibrary = (queryClient: QueryClient, kind: LibraryKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: libraryLists.keys.list(kind) }, { throwOnError: true });

/** The values are a function that also uploads the cover, so that an upload failure fails the mutation. */
type LibraryCalls = {
  create: (values: () => Promise<LibraryValues>, idempotencyKey: string) => Promise<LibraryItem>;
  update: (id: string, values: () => Promise<LibraryValues>) => Promise<LibraryItem>;
  remove: (id: string) => Promise<unknown>;
};

const actionsFor = (kind: LibraryKind, calls: LibraryCalls) =>
  itemMutations({
    ...calls,
    lists: libraryLists,
    changes: ['library'],
    noun: shelves[kind].noun,
    texts: shelfTexts[kind],
    onCreated: () => showToast({ title: shelfTexts[kind].added, description: 'Members can find it now.' }),
  });

/** The hooks that change a book or a podcast. */
export const libraryActions = {
  book: actionsFor('book', {
    create: async (values, idempotencyKey) =>
      fromBook(await call(libraryCalls.createBook, { body: (await values()) as BookInput }, { idempotencyKey })),
    update: async (id, values) =>
      fromBook(await call(libraryCalls.updateBook, { params: { id }, body: (await values()) as BookChange })),
    remove: (id) => call(libraryCalls.deleteBook, { params: { id } }),
  }),
  podcast: actionsFor('podcast', {
    create: async (values, idempotencyKey) =>
      fromPodcast(
        await call(libraryCalls.createPodcast, { body: (await values()) as PodcastInput }, { idempotencyKey }),
      ),
    update: async (id, values) =>
      fromPodcast(await call(libraryCalls.updatePodcast, { params: { id }, body: (await values()) as PodcastChange })),
    remove: (id) => call(libraryCalls.deletePodcast, { params: { id } }),
  }),
};
