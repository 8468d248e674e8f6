import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type StartReads } from '../../lib/query-client.ts';
import { recommendationLists } from '../recommendations/index.ts';
import { LibraryShelf } from './library-shelf.tsx';
import { libraryQuery } from './library.api.ts';

const startReads: StartReads = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(libraryQuery('book'));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('book'));
};
export const loader = pageLoader(startReads);
export const clientLoader = screenLoader(startReads);

export default function BooksScreen() {
  return <LibraryShelf kind="book" />;
}
