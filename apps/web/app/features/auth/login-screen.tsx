import { authCalls } from '@commons/contract/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../../lib/api-client.ts';
import { showFormFailure } from '../../lib/form-failure.ts';
import { laterResolver } from '../../lib/later-resolver.ts';
import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthCard, inlineLinkClass } from './auth-card.tsx';
import { safeReturnTo, useQueryParameter, withReturnTo } from './location-query.ts';
import { PasswordField } from './password-field.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useSignInOptions } from './sign-in-options.ts';

const fields = ['email', 'password'] as const;
const check = laterResolver(async () => (await import('@commons/contract/auth/schemas')).signInInput);

export default function LoginScreen() {
  const options = useSignInOptions();
  const returnTo = useQueryParameter('returnTo');
  return (
    <AuthCard
      title="Welcome back"
      intro="Take your time. Everything is where you left it."
      footer={
        <p>
          New here?{' '}
          <Link to={withReturnTo(paths.signUp, returnTo)} className={inlineLinkClass}>
            Create an account
          </Link>
        </p>
      }
    >
      {options.provider === 'oidc' ? (
        <ProviderSignIn providerName={options.providerName} returnTo={safeReturnTo(returnTo)} />
      ) : (
        <LoginForm />
      )}
    </AuthCard>
  );
}

function LoginForm() {
  const posted = usePostedForm();
  const [failure, setFailure] = useState(posted.failure?.detail);
  const { register, handleSubmit, setError, formState } = useForm({ resolver: check.resolver });
  const returnTo = useQueryParameter('returnTo');

  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(authCalls.signIn, { body });
      // A full navigation: the server now answers with the members' document.
      window.location.assign(safeReturnTo(returnTo));
      await new Promise(() => undefined);
    } catch (error) {
      setFailure(showFormFailure(error, fields, setError));
    }
  });

  return (
    <form method="post" noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {failure !== undefined && (
        <Banner tone="danger" isAlert>
          {failure}
        </Banner>
      )}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message ?? posted.errors['email']}
        {...check.touched}
        {...postedField(posted, 'email')}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message ?? posted.errors['password']}
        {...postedField(posted, 'password')}
        {...register('password')}
      />
      <Link
        to={paths.forgotPassword}
        className="inline-flex min-h-6 items-center self-start text-sm text-primary underline underline-offset-4"
      >
        Forgot your password?
      </Link>
      <Button type="submit" size="large" isPending={formState.isSubmitting} className="mt-1 w-full" {...check.touched}>
        {formState.isSubmitting ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  );
}
