import { type SignUpInput, authCalls } from '@commons/contract/auth';
import type { PostedForm } from '@commons/contract/plain-pages';
import { type ReactNode, useState } from 'react';
import { type FieldErrors, useForm, type UseFormRegister } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError, call } from '../../lib/api-client.ts';
import { showFormFailure } from '../../lib/form-failure.ts';
import { laterResolver } from '../../lib/later-resolver.ts';
import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { inlineLinkClass } from './auth-card.tsx';
import { safeReturnTo, useQueryParameter, withReturnTo } from './location-query.ts';
import { PasswordField } from './password-field.tsx';

const fields = ['firstName', 'lastName', 'email', 'password', 'isAdult', 'setupCode'] as const;
const check = laterResolver(async () => (await import('@commons/contract/auth/schemas')).signUpInput);

export function SignUpForm({ needsSetupCode }: { needsSetupCode: boolean }) {
  const returnTo = useQueryParameter('returnTo');
  const posted = usePostedForm();
  const [failure, setFailure] = useState<ReactNode>(() =>
    posted.failure?.code === 'auth.wrong_credentials' ? <PerhapsKnown returnTo={returnTo} /> : posted.failure?.detail,
  );
  const [asksForSetupCode, setAsksForSetupCode] = useState(
    'setupCode' in posted.values || 'setupCode' in posted.errors,
  );
  const { register, handleSubmit, setError, formState } = useForm({ resolver: check.resolver });

  async function enter({ email, password }: SignUpInput) {
    try {
      await call(authCalls.signIn, { body: { email, password } });
    } catch (error) {
      // Signing up answers the same for a known address; only this tells that it has an account with another password.
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      return setFailure(<PerhapsKnown returnTo={returnTo} />);
    }
    // A full navigation: the server now answers with the members' document.
    window.location.assign(safeReturnTo(returnTo));
    return new Promise<never>(() => undefined);
  }

  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(authCalls.signUp, { body });
      await enter(body);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.setup_code_required') setAsksForSetupCode(true);
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
      <SignUpFields
        register={register}
        errors={formState.errors}
        posted={posted}
        withSetupCode={needsSetupCode || asksForSetupCode}
      />
      <Button type="submit" size="large" isPending={formState.isSubmitting} className="mt-1 w-full" {...check.touched}>
        {formState.isSubmitting ? 'Creating...' : 'Create account'}
      </Button>
    </form>
  );
}

type SignUpFieldsProps = {
  register: UseFormRegister<SignUpInput>;
  errors: FieldErrors<SignUpInput>;
  posted: PostedForm;
  withSetupCode: boolean;
};

function SignUpFields({ register, errors, posted, withSetupCode }: SignUpFieldsProps) {
  const field = (name: keyof SignUpInput) => ({
    error: errors[name]?.message ?? posted.errors[name],
    ...postedField(posted, name),
    ...register(name),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...check.touched} {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...field('email')} />
      <PasswordField
        label="Password"
        hint="At least 10 characters. A few words you can remember are better than one you cannot."
        autoComplete="new-password"
        {...field('password')}
      />
      {withSetupCode && (
        <TextField
          label="Setup code"
          hint="Printed in the terminal when the server started. Only the first account needs it."
          autoComplete="off"
          spellCheck={false}
          {...field('setupCode')}
        />
      )}
      <Checkbox
        label="I am 18 or over"
        error={errors.isAdult?.message ?? posted.errors['isAdult']}
        defaultChecked={'isAdult' in posted.values}
        autoFocus={postedField(posted, 'isAdult').autoFocus}
        {...register('isAdult')}
      />
    </>
  );
}

function PerhapsKnown({ returnTo }: { returnTo: string | null }) {
  return (
    <p>
      If you already have an account with this email,{' '}
      <Link to={withReturnTo(paths.login, returnTo)} className={inlineLinkClass}>
        sign in
      </Link>{' '}
      or{' '}
      <Link to={paths.forgotPassword} className={inlineLinkClass}>
        reset your password
      </Link>
      .
    </p>
  );
}
