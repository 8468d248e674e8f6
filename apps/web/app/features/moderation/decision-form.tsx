import { actionsAgainstMember, moderationLimits } from '@commons/contract/moderation';
import type { Guideline, ModerationAction, ModerationCaseDetails } from '@commons/contract/moderation/schemas';
import { isWithin } from '@commons/contract/text';
import { useContractForm } from '../../lib/contract-form.ts';
import { formatDay } from '../../lib/locale.ts';
import { useUnsavedText } from '../../lib/unsaved-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choices.tsx';
import { Confirm, useConfirmation } from '../../ui/confirm.tsx';
import { ContractForm } from '../../ui/contract-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { GuidelineField } from '../reports/index.ts';
import { useDecide } from './moderation.api.ts';
import { actionTexts } from './moderation.texts.ts';

const isSanction = (action: ModerationAction | null): boolean =>
  action !== null && (actionsAgainstMember as readonly string[]).includes(action);

const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type Choices = { action: ModerationAction | null; reason: Guideline | ''; note: string; removesContent: boolean };
const blank: Choices = { action: null, reason: '', note: '', removesContent: false };

type DecisionFormProps = { details: ModerationCaseDetails; onDecided: () => void };

/** Form for a decision: action, guideline and a message to the member. */
export function DecisionForm({ details: { id, can, subjectType, version, member }, onDecided }: DecisionFormProps) {
  const decide = useDecide(id, onDecided);
  const { confirm, dialog } = useConfirmation();
  const form = useContractForm({
    original: { ...blank, until: dateInDays(7) },
    submit: async (_values, idempotencyKey) => {
      if (!canSubmit) return;
      if (needsConfirmation) await confirm();
      await decide.mutateAsync({
        body: {
          action,
          version,
          note: isMemberNotified ? note : '',
          ...(isSanction(action) && reason !== '' && { reason }),
          ...(action === 'suspend' && { until: suspensionEnd() }),
          ...(mayRemove && removesContent && { removes: removesContent }),
        },
        idempotencyKey,
      });
    },
  });
  const { action, reason, note, until, removesContent } = form.values;
  // The form closes only after a decision or on navigation.
  const ended = { isEnded: () => true, text: 'You can no longer decide this case.' };
  useUnsavedText({ id, noun: 'case', outcome: 'Your note was not sent.', ended }, () =>
    decide.isIdle || decide.isError ? [note] : [],
  );
  const isMemberNotified = isSanction(action) || action === 'uphold' || action === 'reverse';
  const mayRemove = can.actions.includes('remove') && isSanction(action) && action !== 'remove';
  const canSubmit =
    action !== null &&
    (!isSanction(action) || reason !== '') &&
    (action !== 'suspend' || until !== '') &&
    isWithin(note, moderationLimits.noteCharacters);
  const suspensionEnd = () => new Date(`${until}T12:00:00`).toISOString();
  const name = member?.displayName ?? 'this member';
  const needsConfirmation = action === 'suspend' || action === 'flag';
  return (
    <ContractForm form={form} className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <RadioGroup
          label="What should happen?"
          options={can.actions.map((value) => ({ value, label: actionTexts[value].label }))}
          {...form.choice('action')}
        />
        <div role="status">
          {action !== null && <p className="mt-4 text-sm text-muted">{actionTexts[action].text}</p>}
        </div>
      </div>
      {isSanction(action) && <GuidelineField {...form.field('reason')} />}
      {action === 'suspend' && (
        <TextField
          label="Until"
          type="date"
          min={dateInDays(1)}
          max={dateInDays(moderationLimits.suspensionDays - 1)}
          {...form.field('until')}
        />
      )}
      {mayRemove && (
        <Checkbox
          label={`Also take down the ${subjectType.replace('meditation_', '')}`}
          {...form.field('removesContent')}
        />
      )}
      {isMemberNotified && (
        <TextArea
          label="Message to the member"
          isOptional
          {...form.field('note')}
          limit={{ max: moderationLimits.noteCharacters }}
        />
      )}
      <div>
        <Button
          type="submit"
          variant={isSanction(action) ? 'destructive' : 'primary'}
          disabled={!canSubmit}
          isPending={form.isSubmitting}
        >
          {action === null ? 'Decide' : actionTexts[action].label}
        </Button>
      </div>
      <Confirm
        {...dialog}
        title={action === 'suspend' ? `Suspend ${name}?` : `Flag ${name}?`}
        text={
          action === 'suspend' && until !== ''
            ? `Until ${formatDay(suspensionEnd())}, ${name} can only read the reason and appeal.`
            : `A moderator will review everything ${name} posts before others can see it.`
        }
        confirmLabel={action === 'suspend' ? 'Suspend' : 'Flag'}
        isDestructive
      />
    </ContractForm>
  );
}
