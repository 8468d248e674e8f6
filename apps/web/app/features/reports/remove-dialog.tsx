import { moderationLimits } from '@commons/contract/moderation';
import { moderationCalls } from '@commons/contract/moderation/calls';
import type { Guideline, RemovalInput } from '@commons/contract/moderation/schemas';
import { isWithin } from '@commons/contract/text';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useUnsavedText } from '../../lib/unsaved-text.ts';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { GuidelineField } from './guideline-field.tsx';

type RemoveDialogProps = DialogState &
  Pick<RemovalInput, 'subjectType' | 'subjectId'> & { noun: string; onRemoved: () => void };

const blank: { reason: Guideline | ''; note: string } = { reason: '', note: '' };

/** Lets a moderator remove content. The author sees the guideline and can appeal. */
export default function RemoveDialog({ subjectType, subjectId, noun, onRemoved, ...dialog }: RemoveDialogProps) {
  const remove = useMutation({
    meta: { changes: ['posts', 'comments', 'moderation', 'gratitude', 'wins', 'recommendations'] },
    mutationFn: async ({ body, idempotencyKey }: { body: RemovalInput; idempotencyKey: string }) => {
      try {
        await call(moderationCalls.removeAsModerator, { body }, { idempotencyKey });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'moderation.already_gone') throw error;
      }
    },
    onSuccess: () => {
      dialog.onOpenChange(false);
      onRemoved();
      showToast({ title: `${noun} removed`, description: 'The author is notified and can appeal.' });
    },
  });
  const form = useContractForm({
    original: blank,
    submit: async ({ reason, note }, idempotencyKey) => {
      if (reason !== '') await remove.mutateAsync({ body: { subjectType, subjectId, reason, note }, idempotencyKey });
    },
  });
  const { reason, note } = form.values;
  const unsaved = { id: subjectId, noun: noun.toLowerCase(), outcome: 'Your note to the author was not sent.' };
  useUnsavedText(unsaved, () => (remove.isIdle || remove.isError ? [note] : []));
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Remove ${noun.toLowerCase()}`}
      description={`The ${noun.toLowerCase()} disappears for everyone. The author is told why and can appeal.`}
      submitLabel={`Remove ${noun}`}
      isDestructive
      canSubmit={reason !== '' && isWithin(note, moderationLimits.noteCharacters)}
      className="flex flex-col gap-6"
    >
      <GuidelineField {...form.field('reason')} />
      <TextArea
        label="Message to the author"
        isOptional
        {...form.field('note')}
        limit={{ max: moderationLimits.noteCharacters }}
      />
    </FormDialog>
  );
}
