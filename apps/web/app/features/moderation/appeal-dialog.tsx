import { moderationLimits } from '@commons/contract/moderation';
import { explainFailure } from '../../lib/api-error.ts';
import { clearDraft, draftKey, idempotencyKeyOf, useDraftForm } from '../../lib/drafts.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAppeal } from './moderation.api.ts';

type AppealDialogProps = { decisionId: string; memberId: string; onClose: () => void };

/** The one appeal against a decision. Closing it keeps what was typed for the next time; only Cancel throws it away. */
export function AppealDialog({ decisionId, memberId, onClose }: AppealDialogProps) {
  const name = `appeal:${decisionId}`;
  const key = draftKey(memberId, name);
  const appeal = useAppeal(() => {
    clearDraft(key);
    onClose();
  });
  const { content, isSendable, field } = useDraftForm({
    memberId,
    name,
    maxCharacters: moderationLimits.appealCharacters,
    isBusy: appeal.isPending,
  });
  return (
    <DialogForm
      isOpen
      onOpenChange={() => {
        // A failure is said here.
        if (!appeal.isPending) onClose();
      }}
      title="Appeal"
      description="Somebody other than the person who decided reads it, and decides again."
      submitLabel="Send Appeal"
      isSendable={isSendable}
      isPending={appeal.isPending}
      onCancel={() => clearDraft(key)}
    >
      {(formId) => (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (isSendable)
              appeal.mutate({ decisionId, text: content, idempotencyKey: idempotencyKeyOf(key, content) });
          }}
        >
          <TextArea
            label="What should they know?"
            {...field}
            error={
              appeal.isError ? (explainFailure(appeal.error) ?? 'It could not be sent. Please try again.') : undefined
            }
          />
        </form>
      )}
    </DialogForm>
  );
}
