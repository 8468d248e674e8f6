import { useViewer } from '../features/auth/index.ts';
import FeedScreen from '../features/feed/feed-screen.tsx';
import { feedQuery } from '../features/feed/index.ts';
import { queryClient } from '../lib/query-client.ts';
import { useIsWideScreen } from '../lib/screen.ts';
import { useIsTakenOver } from '../lib/take-over.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { InlineRightSidebar } from './right-sidebar.tsx';

const PublicHome = lazyPart(async () => ({
  default: (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen,
}));

/**
 * Starts to load the feed before the viewer is known: the server sends the application shell at `/` to members only.
 * The development server sends it to everyone, and a visitor's 401 would look like an expired session.
 */
export const startLoadingFeed = (): void => {
  if (!import.meta.env.DEV) void queryClient.prefetchInfiniteQuery(feedQuery);
};

/** The feed, unless the session ended between the document request and the first API call. */
export function MemberHome() {
  const viewer = useViewer();
  const isWide = useIsWideScreen();
  const isTakenOver = useIsTakenOver();
  if (viewer === null) return <PublicHome />;
  // The server does not know the screen width, so CSS decides.
  const interstitial = (!isWide || !isTakenOver) && (
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
