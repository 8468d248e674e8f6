import { paths } from '../../lib/paths.ts';
import { postedField, usePlainPage, usePostedForm } from '../../lib/plain-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AuthCard, inlineLinkClass } from './auth-card.tsx';
import { ProviderSignIn } from './auth-card.tsx';
import { NewPasswordField } from './password-field.tsx';
import { safeReturnTo, useReturnTo, withReturnTo } from './return-to.ts';

export default function SignUpScreen() {
  const options = usePlainPage()?.signInOptions;
  const returnTo = useReturnTo();
  const footer = (
    <p>
      Already a member?{' '}
      <a data-keeps-return="" href={withReturnTo(paths.login, returnTo)} className={inlineLinkClass}>
        Log in
      </a>
    </p>
  );
  if (options?.signUp === 'invited')
    return (
      <AuthCard
        title="Members join by invitation"
        path={paths.signUp}
        picture="common"
        intro="No invitations are being sent yet. Leave your name on the waitlist, and we will write to you when there is a place."
        footer={footer}
      >
        <a href={paths.waitlist} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
          Join the waitlist
        </a>
      </AuthCard>
    );
  return (
    <AuthCard
      title="Create your account"
      path={paths.signUp}
      picture="common"
      intro="A name, an email address and a password are all we ask for."
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

function SignUpForm() {
  const posted = usePostedForm();
  const returnTo = useReturnTo();
  const asksForSetupCode = 'setupCode' in posted.values || 'setupCode' in posted.errors;
  // Signing up answers the same for a known address; only signing in afterwards tells that it has another password.
  const explanations = {
    'auth.wrong_credentials': <PerhapsKnown returnTo={returnTo} />,
    'auth.invitation_required': <InvitationRequired />,
  };
  return (
    <AccountForm leadsIn button="Create account" buttonWhileSending="Creating..." explanations={explanations}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...postedField(posted, 'firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...postedField(posted, 'lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        {...postedField(posted, 'email')}
      />
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

function PerhapsKnown({ returnTo }: { returnTo: string | null }) {
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
