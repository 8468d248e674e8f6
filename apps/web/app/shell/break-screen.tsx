import BreakQuestion from '../features/settings/break-question.tsx';
import { SignOutLink } from './sign-out-link.tsx';

/** What a member on a break comes to from everywhere. */
export default function BreakScreen({ memberId, until }: { memberId: string; until: string }) {
  return <BreakQuestion until={until} signOut={<SignOutLink memberId={memberId}>Stay on my break</SignOutLink>} />;
}
