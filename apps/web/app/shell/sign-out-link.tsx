import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { useSignOut } from './sign-out.tsx';

/** Leads out without code, too. */
export function SignOutLink({ memberId, children }: { memberId: string; children: ReactNode }) {
  const { askToSignOut, question } = useSignOut(memberId);
  return (
    <>
      <a
        href={paths.logout}
        className={buttonClass('secondary')}
        onClick={(event) => {
          event.preventDefault();
          askToSignOut();
        }}
      >
        {children}
      </a>
      {question}
    </>
  );
}
