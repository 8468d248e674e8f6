import { screenLoader } from '../../lib/query-client.ts';
import { recommendationLists } from '../recommendations/index.ts';
import { LibraryShelf } from './library-shelf.tsx';
import { libraryQuery } from './library.api.ts';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchInfiniteQuery(libraryQuery('book'));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('book'));
});

export default function BooksScreen() {
  return <LibraryShelf kind="book" />;
}
