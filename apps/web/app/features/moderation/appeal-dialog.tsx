import { moderationLimits } from '@commons/contract/moderation';
import { clearDraft, draftKey, useCreateForm } from '../../lib/drafts.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { appealMutation } from './moderation.api.ts';

const draftName = (decisionId: string): string => `appeal:${decisionId}`;

/** Whoever cannot appeal, or not again, finds nothing of it on the device either. */
export const clearAppealDraft = (memberId: string, decisionId: string): void =>
  clearDraft(draftKey(memberId, draftName(decisionId)));

type AppealDialogProps = { decisionId: string; memberId: string; onClose: () => void };

/** Closing it keeps what was typed for the next time; only Cancel throws it away. */
export function AppealDialog({ decisionId, memberId, onClose }: AppealDialogProps) {
  const mutation = appealMutation(decisionId);
  const draft = useCreateForm({
    memberId,
    name: draftName(decisionId),
    maxCharacters: moderationLimits.appealCharacters,
    mutation: {
      ...mutation,
      onSuccess: (...sent) => {
        void mutation.onSuccess?.(...sent);
        onClose();
      },
    },
  });
  return (
    <DialogForm
      isOpen
      onOpenChange={onClose}
      title="Appeal"
      description="Somebody other than the person who decided reads it, and decides again."
      submitLabel="Send Appeal"
      isSendable={draft.isSendable}
      isPending={draft.isBusy}
      onCancel={() => clearAppealDraft(memberId, decisionId)}
    >
      {(formId) => (
        <form id={formId} {...draft.form}>
          <TextArea label="What should they know?" {...draft.field} />
        </form>
      )}
    </DialogForm>
  );
}
