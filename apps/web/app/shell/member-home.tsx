import { useViewer } from '../features/auth/index.ts';
import FeedScreen, { prefetchFeed } from '../features/feed/feed-screen.tsx';
import { useIsWideScreen } from '../lib/screen.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RightSidebarAmidPosts } from './right-sidebar.tsx';

const PublicHome = lazyComponent(async () => ({
  default: (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen,
}));

/**
 * The server hands out the application shell at `/` to members only, so the feed can be asked for before the viewer is
 * known. The development server hands it to everyone, and a visitor's call would be taken for an ended session.
 */
export const askForFeed = (): void => {
  if (!import.meta.env.DEV) prefetchFeed();
};

/** In the application shell `/` is the feed, unless the session ended between the document and the first call. */
export function MemberHome() {
  const viewer = useViewer();
  const isWide = useIsWideScreen();
  if (viewer === null) return <PublicHome />;
  // The server does not know how wide the screen is: the style sheet decides there.
  const amid = import.meta.env.SSR ? (
    <div className="xl:hidden">
      <RightSidebarAmidPosts />
    </div>
  ) : (
    !isWide && <RightSidebarAmidPosts />
  );
  return (
    <>
      <PageTitle>Community Feed</PageTitle>
      <FeedScreen amid={amid} />
    </>
  );
}
