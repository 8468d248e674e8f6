import { type ReactNode, useTransition } from 'react';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Spinner } from '../ui/loading.tsx';
import { useSignOut } from './sign-out.tsx';

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
