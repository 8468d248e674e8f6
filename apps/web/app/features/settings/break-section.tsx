import { securityCalls } from '@commons/contract/security';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatDay } from '../../lib/locale.ts';
import type { SignOutBy } from '../../lib/session-ended.ts';
import { Select } from '../../ui/choices.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { EndSessionsButton } from '../auth/index.ts';

const lengths = [
  { value: '7', label: 'A week' },
  { value: '14', label: 'Two weeks' },
  { value: '30', label: 'A month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'A year' },
] as const;

const dayMilliseconds = 24 * 60 * 60 * 1000;
const inDays = (days: string) => new Date(Date.now() + Number(days) * dayMilliseconds).toISOString();

/** To be gone for a while, while what was shared stays. */
export function BreakSection({ signOutBy }: { signOutBy: SignOutBy }) {
  const [days, setDays] = useState<string>('7');
  return (
    <SettingsSection
      title="Take a break"
      text="You are hidden until a day you choose, or until you come back. What you shared stays, and messages wait for you."
    >
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full sm:w-56">
          <Select label="For" options={lengths} value={days} onChange={({ target }) => setDays(target.value)} />
        </div>
        <EndSessionsButton
          label="Take a break"
          variant="secondary"
          title={`Take a break until ${formatDay(inDays(days))}?`}
          text="Nobody finds your profile, and you are not suggested, on the leaderboard or shown as online. You are signed out everywhere. Log in whenever you like: we ask before the break ends."
          confirmLabel="Begin my break"
          failedText="Your break could not begin. Please try again."
          onEnd={() => call(securityCalls.takeBreak, { body: { until: inDays(days) } })}
          signOutBy={signOutBy}
        />
      </div>
    </SettingsSection>
  );
}
