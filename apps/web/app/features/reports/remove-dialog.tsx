import { type Guideline, moderationCalls, moderationLimits, type RemovalInput } from '@commons/contract/moderation';
import { isWithin } from '@commons/contract/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, explainFailure } from '../../lib/api-error.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useUnsavedText } from '../../lib/unsaved-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { GuidelineField } from './guideline-field.tsx';

type RemoveDialogProps = Pick<RemovalInput, 'subjectType' | 'subjectId'> & {
  noun: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onRemoved: () => void;
};

/** Lets a moderator remove content. The author sees the guideline and can appeal. */
export default function RemoveDialog(props: RemoveDialogProps) {
  const { subjectType, subjectId, noun, isOpen, onOpenChange, onRemoved } = props;
  const [reason, setReason] = useState<Guideline | null>(null);
  const [note, setNote] = useState('');
  const keyFor = useAttemptKey();
  const remove = useMutation({
    meta: { changes: ['posts', 'comments', 'moderation', 'gratitude', 'wins', 'recommendations'] },
    mutationFn: async (guideline: Guideline) => {
      const body = { subjectType, subjectId, reason: guideline, note };
      try {
        await call(moderationCalls.removeAsModerator, { body }, { idempotencyKey: keyFor(body) });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'moderation.already_gone') throw error;
      }
    },
    onSuccess: () => {
      onOpenChange(false);
      onRemoved();
      showToast({ title: `${noun} removed`, description: 'The author is notified and can appeal.' });
    },
  });
  const unsaved = { id: subjectId, noun: noun.toLowerCase(), outcome: 'Your note to the author was not sent.' };
  useUnsavedText(unsaved, () => (remove.isIdle || remove.isError ? [note] : []));
  const isSendable = reason !== null && isWithin(note, moderationLimits.noteCharacters);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Remove ${noun.toLowerCase()}`}
      description={`The ${noun.toLowerCase()} disappears for everyone. The author is told why and can appeal.`}
      submitLabel={`Remove ${noun}`}
      isDestructive
      isSendable={isSendable}
      isPending={remove.isPending}
    >
      {(formId) => (
        <form
          id={formId}
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason !== null && isSendable && !remove.isPending) remove.mutate(reason);
          }}
        >
          <GuidelineField value={reason} onChange={setReason} />
          <TextArea
            label="Message to the author"
            isOptional
            value={note}
            onChange={(event) => setNote(event.target.value)}
            limit={{ max: moderationLimits.noteCharacters }}
          />
          {remove.isError && (
            <Banner tone="danger" isAlert>
              {explainFailure(remove.error) ?? 'It could not be removed. Please try again.'}
            </Banner>
          )}
        </form>
      )}
    </DialogForm>
  );
}
