import { isPublicDocument } from './document-kind.ts';

const loadMemberHome = async () => {
  const { MemberHome, startLoadingFeed } = await import('./member-frame.tsx');
  startLoadingFeed();
  return MemberHome;
};

// Like the frame: a document is for visitors or for members, and loads only one of the two.
const HomeScreen = isPublicDocument
  ? (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen
  : await loadMemberHome();

/** The waitlist page for visitors, the feed for members. */
export default HomeScreen;
