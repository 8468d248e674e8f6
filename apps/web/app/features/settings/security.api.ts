import { authCalls } from '@commons/contract/auth';
import { securityCalls } from '@commons/contract/security';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(securityCalls.getTwoFactor, undefined, { signal }),
  ...staleOnVisit,
  // The link that confirms an address is opened in another tab: whoever comes back from it goes on.
  refetchOnWindowFocus: true,
});

/** Where another provider keeps the accounts, it also keeps their passwords and second factors. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(authCalls.getSignInOptions, undefined, { signal }),
});
