import { type ReactNode, useState } from 'react';
import { showFailure } from '../lib/api-error.ts';
import { hasDrafts } from '../lib/drafts.ts';
import { useOpening } from '../ui/lazy-opening.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ProgressBar } from '../ui/loading.tsx';

const SignOutQuestion = lazyPart(() => import('./sign-out-question.tsx'));

/** Signs out on request, after a confirmation if there are unsent drafts. */
export function useSignOut(memberId: string): {
  /** Returns a promise of the sign-out for pending states, or undefined if a confirmation is shown first. */
  askToSignOut: () => unknown;
  question: ReactNode;
} {
  const question = useOpening(SignOutQuestion);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await (await import('./leave-device.ts')).signOut(memberId);
    } catch (error) {
      setIsLeaving(false);
      question.setIsOpen(false);
      showFailure(error, 'You are still signed in: we could not reach the community. Please try again.');
    }
  };
  return {
    askToSignOut: () => (hasDrafts(memberId) ? question.open() : leave()),
    question: (
      <>
        {question.isOpen === true && (
          <SignOutQuestion
            isOpen
            onOpenChange={question.setIsOpen}
            isPending={isLeaving}
            onSignOut={() => void leave()}
          />
        )}
        {isLeaving && <ProgressBar label="Signing out" />}
      </>
    ),
  };
}
