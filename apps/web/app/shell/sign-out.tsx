import { type ReactNode, useState } from 'react';
import { clearDraftsOf, hasDrafts } from '../lib/drafts.ts';
import { paths } from '../lib/paths.ts';
import { leaveFor } from '../lib/session-ended.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Opening } from '../ui/loading.tsx';

const SignOutQuestion = lazyDialog(() => import('./sign-out-question.tsx'));

const signOut = async (memberId: string) => {
  // Without its code, too, nothing that was written stays.
  clearDraftsOf(memberId);
  await import('./leave-device.ts').then(({ leaveDevice }) => leaveDevice(memberId)).catch(() => undefined);
  leaveFor(paths.logout);
};

/** A deliberate sign-out, and the question that comes before it where something would go unsent. */
export function useSignOut(memberId: string): {
  /** Answers the sign-out, for whoever shows that it is under way; nothing while it is asked about first. */
  askToSignOut: () => unknown;
  question: ReactNode;
} {
  const [asks, setAsks] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    return signOut(memberId);
  };
  return {
    askToSignOut: () => (hasDrafts(memberId) ? setAsks(true) : leave()),
    question: (
      <>
        {asks && <SignOutQuestion isOpen onOpenChange={setAsks} onSignOut={() => void leave()} />}
        {isLeaving && <Opening label="Signing out" />}
      </>
    ),
  };
}
