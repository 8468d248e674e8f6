import { moderationLimits } from '@commons/contract/moderation';
import { useState } from 'react';
import { explainFailure } from '../../lib/api-error.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAppeal } from './moderation.api.ts';

type AppealDialogProps = { decisionId: string; onClose: () => void };

/** The one appeal against a decision. */
export function AppealDialog({ decisionId, onClose }: AppealDialogProps) {
  const [text, setText] = useState('');
  const appeal = useAppeal(onClose);
  const given = text.trim();
  const isSendable = given !== '' && given.length <= moderationLimits.appealCharacters;
  return (
    <DialogForm
      isOpen
      onOpenChange={onClose}
      title="Appeal"
      description="Somebody other than the person who decided reads it, and decides again."
      submitLabel="Send Appeal"
      isSendable={isSendable}
      isPending={appeal.isPending}
    >
      {(formId) => (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (isSendable && !appeal.isPending) appeal.mutate({ decisionId, text: given });
          }}
        >
          <TextArea
            label="What should they know?"
            value={text}
            onChange={(event) => setText(event.target.value)}
            limit={{ max: moderationLimits.appealCharacters, countedIn: 'units' }}
            error={
              appeal.isError ? (explainFailure(appeal.error) ?? 'It could not be sent. Please try again.') : undefined
            }
          />
        </form>
      )}
    </DialogForm>
  );
}
