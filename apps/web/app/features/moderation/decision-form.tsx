import {
  actionsAgainstMember,
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
import { actionTexts } from './moderation-texts.ts';
import { useDecide } from './moderation.api.ts';

const isSanction = (action: ModerationAction | null): boolean =>
  action !== null && (actionsAgainstMember as readonly string[]).includes(action);

const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type DecisionFormProps = { details: ModerationCaseDetails; onDecided: () => void };

/** Form for a decision: action, guideline and a message to the member. */
export function DecisionForm({ details: { id, can, subjectType, version, member }, onDecided }: DecisionFormProps) {
  const [action, setAction] = useState<ModerationAction | null>(null);
  const [reason, setReason] = useState<Guideline | null>(null);
  const [note, setNote] = useState('');
  const [until, setUntil] = useState(() => dateInDays(7));
  const [removesContent, setRemovesContent] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = useDecide(id, onDecided);
  // The form closes only after a decision or on navigation.
  const ended = { isEnded: () => true, text: 'You can no longer decide this case.' };
  useUnsavedText({ id, noun: 'case', outcome: 'Your note was not sent.', ended }, () =>
    decide.isIdle || decide.isError ? [note] : [],
  );
  const isMemberNotified = isSanction(action) || action === 'uphold' || action === 'reverse';
  const mayRemove = can.actions.includes('remove') && isSanction(action) && action !== 'remove';
  const isSendable =
    action !== null &&
    (!isSanction(action) || reason !== null) &&
    (action !== 'suspend' || until !== '') &&
    isWithin(note, moderationLimits.noteCharacters);
  const suspensionEnd = () => new Date(`${until}T12:00:00`).toISOString();
  const send = () => {
    if (!isSendable || decide.isPending) return;
    decide.mutate(
      {
        action,
        version,
        note: isMemberNotified ? note : '',
        ...(isSanction(action) && reason !== null && { reason }),
        ...(action === 'suspend' && { until: suspensionEnd() }),
        ...(mayRemove && removesContent && { removes: removesContent }),
      },
      { onSettled: () => setIsConfirming(false) },
    );
  };
  const name = member?.displayName ?? 'this member';
  const needsConfirmation = action === 'suspend' || action === 'flag';
  return (
    <form
      className="flex flex-col gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!needsConfirmation) send();
        else if (isSendable) setIsConfirming(true);
      }}
    >
      <div>
        <RadioGroup
          label="What should happen?"
          options={can.actions.map((value) => ({ value, label: actionTexts[value].label }))}
          value={action}
          onChange={setAction}
        />
        <div role="status">
          {action !== null && <p className="mt-4 text-sm text-muted">{actionTexts[action].text}</p>}
        </div>
      </div>
      {isSanction(action) && <GuidelineField value={reason} onChange={setReason} />}
      {action === 'suspend' && (
        <TextField
          label="Until"
          type="date"
          min={dateInDays(1)}
          max={dateInDays(moderationLimits.suspensionDays - 1)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
      {mayRemove && (
        <Checkbox
          label={`Also take down the ${subjectType.replace('meditation_', '')}`}
          checked={removesContent}
          onChange={(event) => setRemovesContent(event.target.checked)}
        />
      )}
      {isMemberNotified && (
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
          variant={isSanction(action) ? 'destructive' : 'primary'}
          disabled={!isSendable}
          isPending={decide.isPending}
        >
          {action === null ? 'Decide' : actionTexts[action].label}
        </Button>
      </div>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={action === 'suspend' ? `Suspend ${name}?` : `Flag ${name}?`}
        text={
          action === 'suspend' && until !== ''
            ? `Until ${formatDay(suspensionEnd())}, ${name} can only read the reason and appeal.`
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
