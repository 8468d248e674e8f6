import BreakQuestion from '../features/settings/break-question.tsx';
import { useSignOut } from './sign-out.tsx';

/** Who stays away signs out as from the header. */
export default function BreakScreen({ memberId, until }: { memberId: string; until: string }) {
  const [askToSignOut, question] = useSignOut(memberId);
  return (
    <>
      <BreakQuestion until={until} onSignOut={askToSignOut} />
      {question}
    </>
  );
}
