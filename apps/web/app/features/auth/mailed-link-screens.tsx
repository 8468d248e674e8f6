import { paths } from '../../lib/paths.ts';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AccountForm, AuthCard } from './account-form.tsx';

/** Where the link to an address leads, a new one or their own. Opening it changes nothing: programs open the links of mails, too. */
export function ConfirmEmailScreen() {
  const posted = usePostedForm();
  if (posted.isDone)
    return (
      <AuthCard title="Your email is confirmed" picture="lantern">
        <div className="flex flex-col gap-6">
          <Banner tone="ok" isAlert>
            You log in with this address. If you had another one before, we told it.
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
      intro="With this the address that you opened the link in is the one you log in with."
    >
      <AccountForm button="Use this address" buttonWhileSending="Saving...">
        {null}
      </AccountForm>
    </AuthCard>
  );
}

/** Where the link in each mail leads. Opening it changes nothing: programs open the links of mails, too. */
export function UnsubscribeScreen() {
  const posted = usePostedForm();
  if (posted.isDone)
    return (
      <AuthCard title="No more mails" picture="lantern">
        <div className="flex flex-col gap-6">
          <Banner tone="ok" isAlert>
            We do not write to you any more about what happens here. What concerns your account still comes by mail.
          </Banner>
          <a href={paths.settings} className={buttonClass('primary', 'large')}>
            Choose what you are told
          </a>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard
      title="No more mails?"
      picture="lantern"
      intro="Then we do not write to you any more about likes, answers, requests, events and messages. You find them all here when you come by."
    >
      <AccountForm button="Stop these mails" buttonWhileSending="Stopping...">
        {null}
      </AccountForm>
    </AuthCard>
  );
}
