import type * as contract from '@commons/contract/auth';
import { endpointAddress } from '../../lib/endpoint-address.ts';

export const authAddresses = {
  getSignInOptions: endpointAddress<typeof contract.getSignInOptions>({ method: 'GET', path: '/api/auth/options' }),
  signIn: endpointAddress<typeof contract.signIn>({ method: 'POST', path: '/api/auth/sign-in/email' }),
  signUp: endpointAddress<typeof contract.signUp>({ method: 'POST', path: '/api/auth/sign-up/email' }),
  requestPasswordReset: endpointAddress<typeof contract.requestPasswordReset>({
    method: 'POST',
    path: '/api/auth/request-password-reset',
  }),
  resetPassword: endpointAddress<typeof contract.resetPassword>({ method: 'POST', path: '/api/auth/reset-password' }),
};
