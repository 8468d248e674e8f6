import type { SearchType } from '@commons/contract/search';
import { sql } from 'drizzle-orm';
import type { Searched } from '../../platform/search/searched.ts';
import { libraryItems, type LibraryKind, searchedLibraryItems } from './library.tables.ts';

const searchedKind = (type: SearchType, kind: LibraryKind): Searched => ({
  type,
  source: libraryItems,
  index: searchedLibraryItems,
  title: sql`${libraryItems.title}`,
  rest: sql`concat_ws(' ', ${libraryItems.author}, ${libraryItems.description})`,
  isOpen: sql`true`,
  isShown: sql`${libraryItems.kind} = ${sql.raw(`'${kind}'`)}`,
  newness: sql`0`,
  shown: {
    title: sql`${libraryItems.title}`,
    text: sql`nullif(concat_ws(' · ', ${libraryItems.author}, ${libraryItems.description}), '')`,
    imageUrl: sql`${libraryItems.coverUrl}`,
  },
});

export const librarySearched = [searchedKind('books', 'book'), searchedKind('podcasts', 'podcast')];
