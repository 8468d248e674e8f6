import { feedQuery } from '../features/feed/index.ts';
import { pageLoader } from '../lib/page-data.ts';
import { startLoadingFeed } from './member-home.tsx';

export const loader = pageLoader((client) => void client.prefetchInfiniteQuery(feedQuery));

export const clientLoader = (): null => {
  startLoadingFeed();
  return null;
};

/** The feed of a member. Visitors get the waitlist page at `/`. */
export { MemberHome as default } from './member-home.tsx';
