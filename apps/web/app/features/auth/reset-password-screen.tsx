import { paths } from '../../lib/paths.ts';
import { postedField, usePlainPage, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AccountForm, AuthCard, inlineLinkClass, NewPasswordField } from './account-form.tsx';

export default function ResetPasswordScreen() {
  const page = usePlainPage();
  const posted = usePostedForm();
  if (posted.isDone)
    return (
      <AuthCard title="Your new password is set" picture="lantern">
        <div className="flex flex-col gap-6">
          <Banner tone="ok" isAlert>
            To be safe, we signed you out everywhere. Please log in with your new password.
          </Banner>
          <a href={paths.login} className={buttonClass('primary', 'large')}>
            Log in
          </a>
        </div>
      </AuthCard>
    );
  if (page && !new URLSearchParams(page.search).get('token'))
    return (
      <AuthCard
        title="This link is incomplete"
        picture="lantern"
        intro="Please open the link in your email again, or copy all of it. You can also request a new one."
      >
        <a href={paths.forgotPassword} className={buttonClass('primary', 'large')}>
          Request a new link
        </a>
      </AuthCard>
    );
  return (
    <AuthCard title="Choose a new password" picture="lantern">
      <AccountForm
        button="Save password"
        buttonWhileSending="Saving..."
        explanations={{ 'auth.reset_link_invalid': <LinkInvalid /> }}
      >
        <NewPasswordField label="New password" {...postedField(posted, 'newPassword')} />
      </AccountForm>
    </AuthCard>
  );
}

function LinkInvalid() {
  return (
    <p>
      This link is no longer valid. Links work once, within one hour.{' '}
      <a href={paths.forgotPassword} className={inlineLinkClass}>
        Request a new one
      </a>
    </p>
  );
}
