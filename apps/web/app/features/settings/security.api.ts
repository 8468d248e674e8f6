import { authCalls } from '@commons/contract/auth/calls';
import { securityCalls } from '@commons/contract/security/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(securityCalls.getTwoFactor, undefined, { signal }),
  ...staleOnVisit,
  // The confirmation link opens in another tab, so the state is refetched when the member returns.
  refetchOnWindowFocus: true,
});

/** With another sign-in provider, passwords and second factors are managed there. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(authCalls.getSignInOptions, undefined, { signal }),
});
