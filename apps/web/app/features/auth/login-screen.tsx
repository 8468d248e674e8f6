import { paths } from '../../lib/paths.ts';
import { postedField, usePlainPage, usePostedForm } from '../../lib/plain-page.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm, AuthCard, inlineLinkClass, PasswordField, ProviderSignIn } from './account-form.tsx';
import { safeReturnTo, useReturnTo, withReturnTo } from './return-to.ts';

export default function LoginScreen() {
  const options = usePlainPage()?.signInOptions;
  const returnTo = useReturnTo();
  return (
    <AuthCard
      title="Welcome back"
      pageTitle="Log in"
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
    <AccountForm button="Log in" buttonWhileSending="Logging in...">
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
