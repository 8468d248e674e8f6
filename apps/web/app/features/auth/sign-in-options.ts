import { type SignInOptions, authCalls } from '@commons/contract/auth';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { usePlainPage } from '../../lib/plain-page.ts';

/** Shown until the answer is here, and when none comes: the form then meets the server's own answer. */
const embedded: SignInOptions = { provider: 'embedded', providerName: null, needsSetupCode: false };

/** How people sign in here. */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(usePlainPage()?.signInOptions ?? embedded);
  useEffect(() => {
    const controller = new AbortController();
    call(authCalls.getSignInOptions, undefined, { signal: controller.signal }).then(setOptions, () => undefined);
    return () => controller.abort();
  }, []);
  return options;
}
