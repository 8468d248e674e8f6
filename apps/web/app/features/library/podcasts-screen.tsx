import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type StartReads } from '../../lib/query-client.ts';
import { recommendationLists } from '../recommendations/index.ts';
import { LibraryShelf } from './library-shelf.tsx';
import { libraryQuery } from './library.api.ts';

const startReads: StartReads = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(libraryQuery('podcast'));
  void queryClient.prefetchInfiniteQuery(recommendationLists.query('podcast'));
};
export const loader = pageLoader(startReads);
export const clientLoader = screenLoader(startReads);

export default function PodcastsScreen() {
  return <LibraryShelf kind="podcast" />;
}
