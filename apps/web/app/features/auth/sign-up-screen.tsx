import { paths } from '../../lib/paths.ts';
import { postedField, usePlainPage, usePostedForm } from '../../lib/plain-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm, AuthCard, inlineLinkClass, NewPasswordField, ProviderSignIn } from './account-form.tsx';
import { healthDataConsent } from './consent.texts.ts';
import { safeReturnTo, useReturnTo, withReturnTo } from './return-to.ts';

export default function SignUpScreen() {
  const page = usePlainPage();
  const options = page?.signInOptions;
  const invited = page?.invited;
  const returnTo = useReturnTo();
  const footer = (
    <p>
      Already a member?{' '}
      <a data-keeps-return="" href={withReturnTo(paths.login, returnTo)} className={inlineLinkClass}>
        Log in
      </a>
    </p>
  );
  if (options?.signUp === 'invited' && invited === null)
    return (
      <AuthCard
        title="This invitation is no longer valid"
        picture="lantern"
        intro="An invitation works once, within 14 days, and stops working when a newer one is sent. If you have already used it, log in. If not, reply to the invitation email to get another one."
        footer={footer}
      >
        <a href={paths.login} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
          Log in
        </a>
      </AuthCard>
    );
  const isClosed = options?.signUp === 'closed';
  if (isClosed || (options?.signUp === 'invited' && invited === undefined))
    return (
      <AuthCard
        title={isClosed ? 'Not open to new members' : 'Members join by invitation'}
        path={paths.signUp}
        picture="common"
        intro={
          isClosed
            ? 'We are not taking new members at the moment. Join the waitlist, and we will write to you when there is a place.'
            : 'Join the waitlist, and we will write to you when there is a place.'
        }
        footer={footer}
      >
        <a href={paths.waitlist} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
          Join the waitlist
        </a>
      </AuthCard>
    );
  return (
    <AuthCard
      title={invited ? `Welcome, ${invited.firstName}` : 'Create your account'}
      path={paths.signUp}
      picture="common"
      intro={introText(options?.provider, invited?.email)}
      footer={footer}
    >
      {options?.provider === 'oidc' ? (
        <ProviderSignIn providerName={options.providerName} returnTo={safeReturnTo(returnTo)} />
      ) : (
        <SignUpForm />
      )}
    </AuthCard>
  );
}

/** Returns the introduction. It shows the email of an invitation, because only that email can use the invitation. */
function introText(provider: string | undefined, email: string | undefined) {
  if (email === undefined) return 'A name, an email address and a password are all we ask for.';
  return provider === 'oidc' ? (
    <>
      Your invitation was sent to <strong className="wrap-anywhere">{email}</strong>. Please continue with the account
      that has this email.
    </>
  ) : (
    'Your place is ready. Choose a password, and you are in.'
  );
}

function SignUpForm() {
  const posted = usePostedForm();
  const invited = usePlainPage()?.invited ?? undefined;
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    ...postedField(posted, name),
    defaultValue: posted.values[name] ?? invited?.[name],
  });
  const returnTo = useReturnTo();
  const asksForSetupCode = 'setupCode' in posted.values || 'setupCode' in posted.errors;
  // Sign-up responds the same if the email already has an account. Only the sign-in after it reports a wrong password.
  const explanations = {
    'auth.wrong_credentials': <ExistingAccountHint returnTo={returnTo} />,
    'auth.invitation_required': <InvitationRequired />,
  };
  return (
    <AccountForm button="Create account" buttonWhileSending="Creating..." explanations={explanations}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" isOptional {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...field('email')} />
      <NewPasswordField label="Password" {...postedField(posted, 'password')} />
      {asksForSetupCode ? (
        <SetupCodeField />
      ) : (
        <template data-setup-code="">
          <SetupCodeField />
        </template>
      )}
      <Checkbox
        label="I am 18 or over"
        name="isAdult"
        error={posted.errors['isAdult']}
        defaultChecked={'isAdult' in posted.values}
        autoFocus={postedField(posted, 'isAdult').autoFocus}
      />
      <div className="flex flex-col gap-2">
        <Checkbox
          label={healthDataConsent}
          name="agreesToHealthData"
          error={posted.errors['agreesToHealthData']}
          defaultChecked={'agreesToHealthData' in posted.values}
          autoFocus={postedField(posted, 'agreesToHealthData').autoFocus}
        />
        <p className="ps-8 text-sm text-muted">
          The{' '}
          <a href={paths.privacy} target="_blank" rel="noreferrer" className={inlineLinkClass}>
            privacy page
          </a>{' '}
          says how. You can withdraw this at any time. By joining you also accept the{' '}
          <a href={paths.guidelines} target="_blank" rel="noreferrer" className={inlineLinkClass}>
            guidelines
          </a>
          .
        </p>
      </div>
    </AccountForm>
  );
}

function SetupCodeField() {
  return (
    <TextField
      label="Setup code"
      hint="Printed in the terminal when the server started. Only the first account needs it."
      autoComplete="off"
      spellCheck={false}
      {...postedField(usePostedForm(), 'setupCode')}
    />
  );
}

function ExistingAccountHint({ returnTo }: { returnTo: string | null }) {
  return (
    <p>
      If you already have an account with this email,{' '}
      <a href={withReturnTo(paths.login, returnTo)} className={inlineLinkClass}>
        log in
      </a>{' '}
      or{' '}
      <a href={paths.forgotPassword} className={inlineLinkClass}>
        reset your password
      </a>
      .
    </p>
  );
}

function InvitationRequired() {
  return (
    <p>
      Members join this community by invitation. You can leave your name on{' '}
      <a href={paths.waitlist} className={inlineLinkClass}>
        the waitlist
      </a>
      .
    </p>
  );
}
