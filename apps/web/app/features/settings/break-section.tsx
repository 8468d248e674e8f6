import { securityCalls } from '@commons/contract/security';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { endingSession } from '../../lib/session-ended.ts';
import { withUnsentWords } from '../../lib/unsent-words.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useViewerId } from '../auth/index.ts';

const lengths = [
  { value: '7', label: 'A week' },
  { value: '14', label: 'Two weeks' },
  { value: '30', label: 'A month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'A year' },
] as const;

const dayMilliseconds = 24 * 60 * 60 * 1000;
const inDays = (days: string) => new Date(Date.now() + Number(days) * dayMilliseconds);

const breakText =
  'Nobody finds your profile, and you are not suggested, on the leaderboard or shown as online. You are signed out everywhere. Log in whenever you like: we ask before the break ends.';

/** To be gone for a while without losing anything. */
export function BreakSection({ onSignedOut }: { onSignedOut: () => Promise<void> }) {
  const [days, setDays] = useState<string>('7');
  const [isAsking, setIsAsking] = useState(false);
  const [question, setQuestion] = useState('');
  const viewerId = useViewerId();
  const take = useMutation({
    mutationFn: () =>
      endingSession(() => call(securityCalls.takeBreak, { body: { until: inDays(days).toISOString() } })),
    onSuccess: async () => {
      await onSignedOut();
      window.location.assign('/');
    },
    onError: (error) => {
      setIsAsking(false);
      showFailure(error, 'Your break could not begin. Please try again.');
    },
  });
  const until = inDays(days).toLocaleDateString(undefined, { dateStyle: 'long' });
  return (
    <SettingsSection
      title="Take a break"
      text="You are hidden until a day you choose, or until you come back. What you shared stays, and messages wait for you."
    >
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full sm:w-56">
          <Select label="For" options={lengths} value={days} onChange={({ target }) => setDays(target.value)} />
        </div>
        <Button
          variant="secondary"
          onClick={() => {
            setQuestion(withUnsentWords(breakText, viewerId));
            setIsAsking(true);
          }}
        >
          Take a break
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Take a break until ${until}?`}
        text={question}
        confirmLabel="Begin my break"
        isPending={take.isPending || take.isSuccess}
        onConfirm={() => take.mutate()}
      />
    </SettingsSection>
  );
}
