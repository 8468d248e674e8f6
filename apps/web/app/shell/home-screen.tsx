import { isPublicDocument } from './document-kind.ts';

const loadMemberHome = async () => {
  const home = await import('./member-home.tsx');
  home.askForFeed();
  return home;
};

// As in the frame around it: one document is for visitors or for members, and fetches one of the two.
const { default: HomeScreen } = isPublicDocument
  ? { default: (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen }
  : await loadMemberHome();

/** The waitlist page to visitors, the feed to members. */
export default HomeScreen;
