import BreakQuestion from '../features/settings/break-question.tsx';
import { SignOutLink } from './sign-out-link.tsx';

/** Replaces every screen of a member during a break. */
export default function BreakScreen({ memberId, until }: { memberId: string; until: string }) {
  return <BreakQuestion until={until} signOut={<SignOutLink memberId={memberId}>Stay on my break</SignOutLink>} />;
}
