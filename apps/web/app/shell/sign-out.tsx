import { type ReactNode, useState, useTransition } from 'react';
import { showFailure } from '../lib/api-error.ts';
import { hasDrafts, unsentWarning } from '../lib/drafts.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { useLazyDisclosure } from '../ui/lazy-opening.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ProgressBar, Spinner } from '../ui/loading.tsx';

const Confirm = lazyPart(async () => ({ default: (await import('../ui/confirm.tsx')).Confirm }));

/** Signs out on request, after a confirmation if there are unsent drafts. */
export function useSignOut(memberId: string): {
  /** Returns a promise of the sign-out for pending states, or undefined if a confirmation is shown first. */
  askToSignOut: () => unknown;
  question: ReactNode;
} {
  const question = useLazyDisclosure(Confirm);
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
          <Confirm
            isOpen
            onOpenChange={question.setIsOpen}
            isPending={isLeaving}
            title="Sign out before it’s sent?"
            text={unsentWarning}
            confirmLabel="Sign out"
            cancelLabel="Stay signed in"
            isDestructive
            onConfirm={() => void leave()}
          />
        )}
        {isLeaving && <ProgressBar label="Signing out" />}
      </>
    ),
  };
}

/** A sign-out link that also works without JavaScript. */
export function SignOutLink({ memberId, children }: { memberId: string; children: ReactNode }) {
  const { askToSignOut, question } = useSignOut(memberId);
  const [isLeaving, startLeaving] = useTransition();
  return (
    <>
      <a
        href={paths.logout}
        className={buttonClass('secondary')}
        aria-busy={isLeaving}
        aria-disabled={isLeaving}
        onClick={(event) => {
          event.preventDefault();
          if (!isLeaving) startLeaving(async () => void (await askToSignOut()));
        }}
      >
        {isLeaving && <Spinner size="small" />}
        {children}
      </a>
      {question}
    </>
  );
}
