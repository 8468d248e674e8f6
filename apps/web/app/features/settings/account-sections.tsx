import { accountExport } from '@commons/contract/account';
import { securityCalls } from '@commons/contract/security/calls';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatDay } from '../../lib/locale.ts';
import type { SignOutWith } from '../../lib/session-ended.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { EndSessionsButton, useViewer } from '../auth/index.ts';

const EmailDialog = lazyDialog(async () => ({ default: (await import('./account-dialogs.tsx')).EmailDialog }));

/** The login email, with a button to change it. */
export function EmailSection() {
  const viewer = useViewer();
  const [requestedEmail, setRequestedEmail] = useState<string>();
  return (
    <SettingsSection
      title="Email"
      text={
        <>
          <span className="mb-1 block text-base font-semibold text-ink wrap-anywhere">{viewer?.email}</span>
          You log in with it, and we write to it. Others see it only if you allow it.
        </>
      }
      action={
        <EmailDialog trigger={<Button variant="secondary">Change email</Button>} onRequested={setRequestedEmail} />
      }
    >
      {requestedEmail !== undefined && (
        <Banner tone="ok" isAlert>
          A link is on its way to {requestedEmail}. Your email changes when you open it. The link works for one hour.
        </Banner>
      )}
    </SettingsSection>
  );
}

const NewPasswordDialog = lazyDialog(async () => ({
  default: (await import('./account-dialogs.tsx')).NewPasswordDialog,
}));

export function PasswordSection() {
  return (
    <SettingsSection
      title="Password"
      text="A few words you can remember work best."
      action={<NewPasswordDialog trigger={<Button variant="secondary">Change password</Button>} />}
    />
  );
}

const breakLengths = [
  { value: '7', label: 'A week' },
  { value: '14', label: 'Two weeks' },
  { value: '30', label: 'A month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'A year' },
] as const;

const dayMilliseconds = 24 * 60 * 60 * 1000;
const dateInDays = (days: string) => new Date(Date.now() + Number(days) * dayMilliseconds).toISOString();

/** Hides the member for some time. Their content stays. */
export function BreakSection({ signOutWith }: { signOutWith: SignOutWith }) {
  const [days, setDays] = useState<string>('7');
  return (
    <SettingsSection
      title="Take a break"
      text="You are hidden until a day you choose, or until you come back. What you shared stays, and messages wait for you."
    >
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full sm:w-56">
          <Select label="For" options={breakLengths} value={days} onChange={({ target }) => setDays(target.value)} />
        </div>
        <EndSessionsButton
          label="Take a break"
          variant="secondary"
          title={`Take a break until ${formatDay(dateInDays(days))}?`}
          text="Your profile is hidden, and you do not appear in suggestions, on the leaderboard or as online. You are signed out everywhere. You can log in at any time: we ask before ending your break."
          confirmLabel="Start my break"
          failedText="Your break could not start. Please try again."
          onEnd={() => call(securityCalls.takeBreak, { body: { until: dateInDays(days) } })}
          signOutWith={signOutWith}
        />
      </div>
    </SettingsSection>
  );
}

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'));

/** Downloads the member's data, or deletes the account. */
export function DataSection({ hasPassword, signOutWith }: { hasPassword: boolean; signOutWith: SignOutWith }) {
  return (
    <>
      <SettingsSection
        title="Your data"
        text="Download everything we keep about you as a ZIP file: what you wrote, your messages, your journal and your pictures."
        action={
          <a href={accountExport} download className={buttonClass('secondary')}>
            <Download size={20} strokeWidth={1.75} aria-hidden="true" />
            Download my data
          </a>
        }
      />
      <SettingsSection
        title="Leaving"
        text="You decide whether your posts and messages stay or go. Nothing changes until you confirm."
        action={
          <LeaveDialog
            trigger={<Button variant="secondary">Leave the community</Button>}
            hasPassword={hasPassword}
            signOutWith={signOutWith}
          />
        }
      />
    </>
  );
}
