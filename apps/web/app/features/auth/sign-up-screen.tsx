import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { AuthCard, inlineLinkClass } from './auth-card.tsx';
import { safeReturnTo, useQueryParameter, withReturnTo } from './location-query.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useSignInOptions } from './sign-in-options.ts';
import { SignUpForm } from './sign-up-form.tsx';

export default function SignUpScreen() {
  const options = useSignInOptions();
  const returnTo = useQueryParameter('returnTo');
  return (
    <AuthCard
      title="Create your account"
      picture="common"
      intro={`A name, an address and a password: that is all ${productName} needs to know.`}
      footer={
        <p>
          Already a member?{' '}
          <Link to={withReturnTo(paths.login, returnTo)} className={inlineLinkClass}>
            Log in
          </Link>
        </p>
      }
    >
      {options.provider === 'oidc' ? (
        <ProviderSignIn providerName={options.providerName} returnTo={safeReturnTo(returnTo)} />
      ) : (
        <SignUpForm needsSetupCode={options.needsSetupCode} />
      )}
    </AuthCard>
  );
}
