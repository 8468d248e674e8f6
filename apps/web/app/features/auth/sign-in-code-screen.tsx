import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm, AuthCard, inlineLinkClass } from './account-form.tsx';
import { useReturnTo, withReturnTo } from './return-to.ts';

/** The second step of signing in, for members with two-factor sign-in. */
export default function SignInCodeScreen() {
  const posted = usePostedForm();
  const loginAddress = withReturnTo(paths.login, useReturnTo());
  return (
    <AuthCard
      title="One more step"
      picture="lantern"
      intro="Open your authenticator app and type the six digits it shows. You can also use a recovery code."
      footer={
        <a data-keeps-return="" href={loginAddress} className={inlineLinkClass}>
          Back to log in
        </a>
      }
    >
      <AccountForm
        button="Log in"
        buttonWhileSending="Logging in..."
        explanations={{ 'security.password_first': <LogInAgain address={loginAddress} /> }}
      >
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...postedField(posted, 'code')}
        />
      </AccountForm>
    </AuthCard>
  );
}

function LogInAgain({ address }: { address: string }) {
  return (
    <p>
      It has been a while since you entered your password. Please{' '}
      <a href={address} className={inlineLinkClass}>
        log in again
      </a>
      .
    </p>
  );
}
