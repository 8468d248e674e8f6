import { signInAddress } from '../../lib/session-ended.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Where the community's own provider keeps the accounts there is nothing to type here. */
export function ProviderSignIn({ providerName, returnTo }: { providerName: string | null; returnTo: string }) {
  return (
    <a href={signInAddress(returnTo)} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
      Continue with {providerName ?? 'your account'}
    </a>
  );
}
