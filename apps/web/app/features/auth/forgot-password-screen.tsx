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

const fields = ['email'] as const;
const check = laterResolver(async () => (await import('@commons/contract/auth/schemas')).requestPasswordReset.body);

export default function ForgotPasswordScreen() {
  const posted = usePostedForm();
  const [sentTo, setSentTo] = useState(posted.isDone ? posted.values['email'] : undefined);
  return (
    <AuthCard
      title={sentTo === undefined ? 'Forgot your password?' : 'Look into your mail'}
      picture="lantern"
      intro={
        sentTo === undefined
          ? 'It happens. Tell us your address and we will send you a link to choose a new one.'
          : undefined
      }
      footer={
        <Link to={paths.login} className={inlineLinkClass}>
          Back to log in
        </Link>
      }
    >
      {sentTo === undefined ? (
        <ForgotPasswordForm onSent={setSentTo} />
      ) : (
        <Banner tone="ok" isAlert>
          If there is an account for {sentTo}, a link is on its way. It works once, for one hour.
        </Banner>
      )}
    </AuthCard>
  );
}

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const posted = usePostedForm();
  const [failure, setFailure] = useState(posted.failure?.detail);
  const { register, handleSubmit, setError, formState } = useForm({ resolver: check.resolver });

  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(authCalls.requestPasswordReset, { body });
      onSent(body.email);
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
      <Button type="submit" size="large" isPending={formState.isSubmitting} className="mt-1 w-full" {...check.touched}>
        {formState.isSubmitting ? 'Sending...' : 'Send me a link'}
      </Button>
    </form>
  );
}
