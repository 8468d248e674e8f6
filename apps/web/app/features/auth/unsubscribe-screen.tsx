import { paths } from '../../lib/paths.ts';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AccountForm, AuthCard } from './account-form.tsx';

/** Target of the unsubscribe link in mails. Needs a button press: mail scanners open links. */
export default function UnsubscribeScreen() {
  const posted = usePostedForm();
  if (posted.isDone)
    return (
      <AuthCard title="Emails are off" picture="lantern">
        <div className="flex flex-col gap-6">
          <Banner tone="ok" isAlert>
            You will no longer get emails about activity here. Emails about your account will still arrive.
          </Banner>
          <a href={paths.settingsOf('notifications')} className={buttonClass('primary', 'large')}>
            Notification settings
          </a>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard
      title="Stop these emails?"
      picture="lantern"
      intro="You will no longer get emails about likes, replies, requests, events and messages. You can still see them all here."
    >
      <AccountForm button="Stop emails" buttonWhileSending="Stopping...">
        {null}
      </AccountForm>
    </AuthCard>
  );
}
