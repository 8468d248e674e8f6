import type * as contract from '@commons/contract/auth';
import type { EndpointOutput } from '@commons/contract/endpoint';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { endpointAddress } from '../../lib/endpoint-address.ts';

export type SignInOptions = EndpointOutput<typeof contract.getSignInOptions>;

const getSignInOptions = endpointAddress<typeof contract.getSignInOptions>({
  method: 'GET',
  path: '/api/auth/options',
});

/** Shown until the answer is here, and when none comes: the form then meets the server's own answer. */
const embedded: SignInOptions = { provider: 'embedded', providerName: null, needsSetupCode: false };

/** How people sign in here. */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(embedded);
  useEffect(() => {
    const controller = new AbortController();
    call(getSignInOptions, undefined, { signal: controller.signal }).then(setOptions, () => undefined);
    return () => controller.abort();
  }, []);
  return options;
}
