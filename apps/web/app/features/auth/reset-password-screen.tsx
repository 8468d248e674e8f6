import { authCalls } from '@commons/contract/auth';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError, call } from '../../lib/api-client.ts';
import { showFormFailure } from '../../lib/form-failure.ts';
import { laterResolver } from '../../lib/later-resolver.ts';
import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { AuthCard, inlineLinkClass } from './auth-card.tsx';
import { useQueryParameter } from './location-query.ts';
import { PasswordField } from './password-field.tsx';

const fields = ['newPassword'] as const;
const check = laterResolver(async () => {
  const { resetPassword } = await import('@commons/contract/auth/schemas');
  return resetPassword.body.pick({ newPassword: true });
});

export default function ResetPasswordScreen() {
  const [isDone, setIsDone] = useState(usePostedForm().isDone);
  return (
    <AuthCard title={isDone ? 'Your new password is set' : 'Choose a new password'} picture="lantern">
      {isDone ? <Done /> : <ResetPasswordForm onDone={() => setIsDone(true)} />}
    </AuthCard>
  );
}

function Done() {
  return (
    <div className="flex flex-col gap-5">
      <Banner tone="ok" isAlert>
        You were signed out everywhere, to be safe. Please log in with your new password.
      </Banner>
      <Link to={paths.login} className={buttonClass('primary', 'large')}>
        Log in
      </Link>
    </div>
  );
}

function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const token = useQueryParameter('token') ?? '';
  const posted = usePostedForm();
  const [failure, setFailure] = useState<ReactNode>(() =>
    posted.failure?.code === 'auth.reset_link_invalid' ? <LinkInvalid /> : posted.failure?.detail,
  );
  const { register, handleSubmit, setError, formState } = useForm({ resolver: check.resolver });

  const submit = handleSubmit(async ({ newPassword }) => {
    setFailure(undefined);
    if (token === '') return setFailure(<LinkInvalid />);
    try {
      await call(authCalls.resetPassword, { body: { token, newPassword } });
      return onDone();
    } catch (error) {
      const isLinkInvalid = error instanceof ApiError && error.code === 'auth.reset_link_invalid';
      return setFailure(isLinkInvalid ? <LinkInvalid /> : showFormFailure(error, fields, setError));
    }
  });

  return (
    <form method="post" noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {failure !== undefined && (
        <Banner tone="danger" isAlert>
          {failure}
        </Banner>
      )}
      <PasswordField
        label="New password"
        hint="At least 10 characters. A few words you can remember are better than one you cannot."
        autoComplete="new-password"
        error={formState.errors.newPassword?.message ?? posted.errors['newPassword']}
        {...check.touched}
        {...postedField(posted, 'newPassword')}
        {...register('newPassword')}
      />
      <Button type="submit" size="large" isPending={formState.isSubmitting} className="mt-1 w-full" {...check.touched}>
        {formState.isSubmitting ? 'Saving...' : 'Save the new password'}
      </Button>
    </form>
  );
}

function LinkInvalid() {
  return (
    <p>
      This link is no longer valid: it works once, for one hour.{' '}
      <Link to={paths.forgotPassword} className={inlineLinkClass}>
        Ask for a new one
      </Link>
    </p>
  );
}
