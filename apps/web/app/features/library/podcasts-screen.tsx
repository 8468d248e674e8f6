import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { recommendationLists } from '../recommendations/index.ts';
import { LibraryShelf } from './library-shelf.tsx';
import { libraryQuery } from './library.api.ts';

const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(libraryQuery('podcast'));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('podcast'));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

export default function PodcastsScreen() {
  return <LibraryShelf kind="podcast" />;
}
