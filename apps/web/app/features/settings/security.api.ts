import { authCalls } from '@commons/contract/auth';
import { securityCalls } from '@commons/contract/security';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(securityCalls.getTwoFactor, undefined, { signal }),
});

/** Where another provider keeps the accounts, it also keeps their passwords and second factors. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(authCalls.getSignInOptions, undefined, { signal }),
});
