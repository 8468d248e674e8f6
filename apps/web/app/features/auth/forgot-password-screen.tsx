import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm, AuthCard, inlineLinkClass } from './account-form.tsx';

export default function ForgotPasswordScreen() {
  const posted = usePostedForm();
  const footer = (
    <a href={paths.login} className={inlineLinkClass}>
      Back to log in
    </a>
  );
  if (posted.isDone)
    return (
      <AuthCard title="Check your email" picture="lantern" footer={footer}>
        <Banner tone="ok" isAlert>
          If there is an account for {posted.values['email']}, a link is on its way. It works once, within one hour.
        </Banner>
      </AuthCard>
    );
  return (
    <AuthCard
      title="Forgot your password?"
      picture="lantern"
      intro="It happens. Tell us your email address, and we will send you a link to choose a new password."
      footer={footer}
    >
      <AccountForm button="Send me a link" buttonWhileSending="Sending...">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          {...postedField(posted, 'email')}
        />
      </AccountForm>
    </AuthCard>
  );
}
