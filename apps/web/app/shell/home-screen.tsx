import FeedScreen from '../features/feed/feed-screen.tsx';
import { feedQuery } from '../features/feed/index.ts';
import { useIsHydrated } from '../lib/hydration.ts';
import { pageLoader } from '../lib/page-data.ts';
import { queryClient } from '../lib/query-client.ts';
import { useIsWideScreen } from '../lib/screen.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { InlineRightSidebar } from './right-sidebar.tsx';

export const loader = pageLoader((client) => void client.prefetchInfiniteQuery(feedQuery));

/**
 * Starts to load the feed before the viewer is known: the server sends the application shell at `/` to members only.
 * The development server sends it to everyone, and a visitor's 401 would look like an expired session.
 */
export const clientLoader = (): null => {
  if (!import.meta.env.DEV) void queryClient.prefetchInfiniteQuery(feedQuery);
  return null;
};

/**
 * The feed of a member, and the right sidebar between its cards where there is no room beside it. Visitors get the
 * waitlist page at `/`.
 */
export default function MemberHome() {
  const isWide = useIsWideScreen();
  const isHydrated = useIsHydrated();
  // The server does not know the screen width, so CSS decides.
  const interstitial = (!isWide || !isHydrated) && (
    <div className="xl:hidden">
      <InlineRightSidebar />
    </div>
  );
  return (
    <>
      <PageTitle>Community Feed</PageTitle>
      <FeedScreen interstitial={interstitial} />
    </>
  );
}
