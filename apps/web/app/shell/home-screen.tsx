import { feedQuery } from '../features/feed/index.ts';
import { pageLoader } from '../lib/page-data.ts';
import { componentForDocument, isPublicDocument } from './document-kind.ts';

export const loader = pageLoader((client) => void client.prefetchInfiniteQuery(feedQuery));

export const clientLoader = async (): Promise<null> => {
  if (!isPublicDocument) (await import('./member-frame.tsx')).startLoadingFeed();
  return null;
};

/** The waitlist page for visitors, the feed for members. */
const HomeScreen = await componentForDocument(
  async () => (await import('./member-frame.tsx')).MemberHome,
  async () => (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen,
);
export default HomeScreen;
