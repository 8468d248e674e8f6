import BreakMessage from '../features/settings/break-message.tsx';
import { SignOutLink } from './sign-out-link.tsx';

/** Replaces every screen of a member during a break. */
export default function BreakScreen({ memberId, until }: { memberId: string; until: string }) {
  return <BreakMessage until={until} signOut={<SignOutLink memberId={memberId}>Stay on my break</SignOutLink>} />;
}
