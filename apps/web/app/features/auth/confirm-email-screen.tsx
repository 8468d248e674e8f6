import { paths } from '../../lib/paths.ts';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AccountForm, AuthCard } from './account-form.tsx';

/** Target of the link in a confirmation mail. Needs a button press: mail scanners open links. */
export default function ConfirmEmailScreen() {
  const posted = usePostedForm();
  if (posted.isDone)
    return (
      <AuthCard title="Your email is confirmed" picture="lantern">
        <div className="flex flex-col gap-6">
          <Banner tone="ok" isAlert>
            You now log in with this address. If it replaces another one, we notified that address.
          </Banner>
          <a href={paths.home} className={buttonClass('primary', 'large')}>
            Continue
          </a>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard
      title="Confirm your email"
      picture="lantern"
      intro="The address that received this link becomes the one you log in with."
    >
      <AccountForm button="Use this address" buttonWhileSending="Saving...">
        {null}
      </AccountForm>
    </AuthCard>
  );
}
