import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { recommendationLists } from '../recommendations/index.ts';
import { LibraryShelf } from './library-shelf.tsx';
import { libraryQuery } from './library.api.ts';

const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(libraryQuery('book'));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('book'));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

export default function BooksScreen() {
  return <LibraryShelf kind="book" />;
}
