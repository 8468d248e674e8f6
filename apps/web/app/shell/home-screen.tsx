import { isPublicDocument } from './document-kind.ts';

const loadMemberHome = async () => {
  const { MemberHome, askForFeed } = await import('./member-frame.tsx');
  askForFeed();
  return MemberHome;
};

// As in the frame around it: one document is for visitors or for members, and fetches one of the two.
const HomeScreen = isPublicDocument
  ? (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen
  : await loadMemberHome();

/** The waitlist page to visitors, the feed to members. */
export default HomeScreen;
