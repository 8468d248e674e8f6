import {
  actionsAgainst,
  type Guideline,
  type ModerationAction,
  type ModerationCaseDetails,
  moderationLimits,
} from '@commons/contract/moderation';
import { isWithin } from '@commons/contract/text';
import { useState } from 'react';
import { explainFailure } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/locale.ts';
import { useUnsavedText } from '../../lib/unsaved-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choices.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { GuidelineField } from '../reports/index.ts';
import { useDecide } from './moderation.api.ts';
import { actionWords } from './words.ts';

const isAgainst = (action: ModerationAction | null): boolean =>
  action !== null && (actionsAgainst as readonly string[]).includes(action);

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type DecisionFormProps = { details: ModerationCaseDetails; onDecided: () => void };

/** Form for a decision: action, guideline and a message to the member. */
export function DecisionForm({ details: { id, can, subjectType, version, member }, onDecided }: DecisionFormProps) {
  const [action, setAction] = useState<ModerationAction | null>(null);
  const [reason, setReason] = useState<Guideline | null>(null);
  const [note, setNote] = useState('');
  const [until, setUntil] = useState(() => dayAhead(7));
  const [removes, setRemoves] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const decide = useDecide(id, onDecided);
  // The form closes only after a decision or on navigation.
  const ended = { isEnded: () => true, text: 'You can no longer decide this case.' };
  useUnsavedText({ id, noun: 'case', outcome: 'Your note was not sent.', ended }, () =>
    decide.isIdle || decide.isError ? [note] : [],
  );
  const isTold = isAgainst(action) || action === 'uphold' || action === 'reverse';
  const mayRemove = can.actions.includes('remove') && isAgainst(action) && action !== 'remove';
  const isSendable =
    action !== null &&
    (!isAgainst(action) || reason !== null) &&
    (action !== 'suspend' || until !== '') &&
    isWithin(note, moderationLimits.noteCharacters);
  const untilMoment = () => new Date(`${until}T12:00:00`).toISOString();
  const send = () => {
    if (!isSendable || decide.isPending) return;
    decide.mutate(
      {
        action,
        version,
        note: isTold ? note : '',
        ...(isAgainst(action) && reason !== null && { reason }),
        ...(action === 'suspend' && { until: untilMoment() }),
        ...(mayRemove && removes && { removes }),
      },
      { onSettled: () => setIsAsking(false) },
    );
  };
  const name = member?.displayName ?? 'this member';
  const isAsked = action === 'suspend' || action === 'flag';
  return (
    <form
      className="flex flex-col gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsked) send();
        else if (isSendable) setIsAsking(true);
      }}
    >
      <div>
        <RadioGroup
          label="What should happen?"
          options={can.actions.map((value) => ({ value, label: actionWords[value].label }))}
          value={action}
          onChange={setAction}
        />
        <div role="status">
          {action !== null && <p className="mt-4 text-sm text-muted">{actionWords[action].text}</p>}
        </div>
      </div>
      {isAgainst(action) && <GuidelineField value={reason} onChange={setReason} />}
      {action === 'suspend' && (
        <TextField
          label="Until"
          type="date"
          min={dayAhead(1)}
          max={dayAhead(moderationLimits.suspensionDays - 1)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
      {mayRemove && (
        <Checkbox
          label={`Also take down the ${subjectType.replace('meditation_', '')}`}
          checked={removes}
          onChange={(event) => setRemoves(event.target.checked)}
        />
      )}
      {isTold && (
        <TextArea
          label="Message to the member"
          isOptional
          value={note}
          onChange={(event) => setNote(event.target.value)}
          limit={{ max: moderationLimits.noteCharacters }}
        />
      )}
      {decide.isError && (
        <Banner tone="danger" isAlert>
          {explainFailure(decide.error) ?? 'The decision could not be saved. Nothing was changed.'}
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          variant={isAgainst(action) ? 'destructive' : 'primary'}
          disabled={!isSendable}
          isPending={decide.isPending}
        >
          {action === null ? 'Decide' : actionWords[action].label}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={action === 'suspend' ? `Suspend ${name}?` : `Flag ${name}?`}
        text={
          action === 'suspend' && until !== ''
            ? `Until ${formatDay(untilMoment())}, ${name} can only read the reason and appeal.`
            : `A moderator will review everything ${name} posts before others can see it.`
        }
        confirmLabel={action === 'suspend' ? 'Suspend' : 'Flag'}
        isDestructive
        isPending={decide.isPending}
        onConfirm={send}
      />
    </form>
  );
}
