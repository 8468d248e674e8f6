import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { buttonClass } from './button.tsx';

/** Leads out without code, too. With it, whoever signs out leaves nothing on the device. */
export const SignOutLink = ({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) => (
  <a
    href={paths.logout}
    className={buttonClass('secondary')}
    onClick={(event) => {
      event.preventDefault();
      onSignOut();
    }}
  >
    {children}
  </a>
);
