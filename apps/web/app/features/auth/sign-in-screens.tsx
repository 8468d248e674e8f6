import { paths } from '../../lib/paths.ts';
import { postedField, usePlainPage, usePostedForm } from '../../lib/plain-page.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm, AuthCard, inlineLinkClass, PasswordField, ProviderSignIn } from './account-form.tsx';
import { safeReturnTo, useReturnTo, withReturnTo } from './return-to.ts';

export function LoginScreen() {
  const options = usePlainPage()?.signInOptions;
  const returnTo = useReturnTo();
  return (
    <AuthCard
      title="Welcome back"
      path={paths.login}
      intro="Take your time. Everything is where you left it."
      footer={
        <>
          <p className="invited:hidden">
            New here?{' '}
            <a data-keeps-return="" href={withReturnTo(paths.signUp, returnTo)} className={inlineLinkClass}>
              Create an account
            </a>
          </p>
          <p className="not-invited:hidden">
            New here? Members join by invitation.{' '}
            <a href={paths.waitlist} className={inlineLinkClass}>
              Join the waitlist
            </a>
          </p>
        </>
      }
    >
      {options?.provider === 'oidc' ? (
        <ProviderSignIn providerName={options.providerName} returnTo={safeReturnTo(returnTo)} />
      ) : (
        <LoginForm />
      )}
    </AuthCard>
  );
}

function LoginForm() {
  const posted = usePostedForm();
  return (
    <AccountForm opensApp button="Log in" buttonWhileSending="Logging in...">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        {...postedField(posted, 'email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...postedField(posted, 'password')} />
      <a
        href={paths.forgotPassword}
        className="inline-flex min-h-6 items-center self-start text-sm text-primary underline underline-offset-4"
      >
        Forgot your password?
      </a>
    </AccountForm>
  );
}

/** The second step of signing in, for members with two-factor sign-in. */
export function SignInCodeScreen() {
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
        opensApp
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
