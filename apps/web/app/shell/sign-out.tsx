import { type ReactNode, useState } from 'react';
import { showFailure } from '../lib/api-error.ts';
import { hasDrafts } from '../lib/drafts.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { OpeningIndicator } from '../ui/opening.tsx';

const SignOutQuestion = lazyDialog(() => import('./sign-out-question.tsx'));

/** Signs out on request, after a confirmation if there are unsent drafts. */
export function useSignOut(memberId: string): {
  /** Returns a promise of the sign-out for pending states, or undefined if a confirmation is shown first. */
  askToSignOut: () => unknown;
  question: ReactNode;
} {
  const [isConfirming, setIsConfirming] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await (await import('./leave-device.ts')).signOut(memberId);
    } catch (error) {
      setIsLeaving(false);
      setIsConfirming(false);
      showFailure(error, 'You are still signed in: we could not reach the community. Please try again.');
    }
  };
  return {
    askToSignOut: () => (hasDrafts(memberId) ? setIsConfirming(true) : leave()),
    question: (
      <>
        {isConfirming && (
          <SignOutQuestion isOpen onOpenChange={setIsConfirming} isPending={isLeaving} onSignOut={() => void leave()} />
        )}
        {isLeaving && <OpeningIndicator label="Signing out" />}
      </>
    ),
  };
}
