import { type HandOverInput, moderationLimits } from '@commons/contract/moderation';
import { isWithin } from '@commons/contract/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainFailure } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Select } from '../../ui/choices.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { moderatorsQuery, useHandOver } from './moderation.api.ts';

type HandOverDialogProps = {
  id: string;
  viewerId: string | undefined;
  onClose: () => void;
  onHandedOver: () => void;
};

/** Hands a case over to any available moderator, to the admins, or to a named moderator. */
export function HandOverDialog({ id, viewerId, onClose, onHandedOver }: HandOverDialogProps) {
  const moderators = useQuery(moderatorsQuery);
  const [to, setTo] = useState<HandOverInput['to']>('admins');
  const [note, setNote] = useState('');
  const handOver = useHandOver(id, () => {
    onClose();
    onHandedOver();
  });
  const isSendable = isWithin(note, moderationLimits.noteCharacters);
  return (
    <DialogForm
      isOpen
      onOpenChange={onClose}
      title="Hand over"
      description="Someone else takes over the case. Nothing is decided yet."
      submitLabel="Hand Over"
      isSendable={isSendable}
      isPending={handOver.isPending}
    >
      {(formId) => (
        <form
          id={formId}
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (isSendable && !handOver.isPending) handOver.mutate({ to, note });
          }}
        >
          <Select
            label="To"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            options={[
              { value: 'admins', label: 'The admins' },
              { value: 'anybody', label: 'Anyone available' },
              ...(moderators.data ?? [])
                .filter((moderator) => moderator.id !== viewerId)
                .map((moderator) => ({ value: moderator.id, label: moderator.displayName })),
            ]}
          />
          {moderators.isLoadingError && (
            <LoadFailure
              variant="line"
              text="The moderators could not be loaded."
              isRetrying={moderators.isFetching}
              onRetry={() => void moderators.refetch()}
            />
          )}
          <TextArea
            label="What should they know?"
            isOptional
            value={note}
            onChange={(event) => setNote(event.target.value)}
            limit={{ max: moderationLimits.noteCharacters }}
          />
          {handOver.isError && (
            <Banner tone="danger" isAlert>
              {explainFailure(handOver.error) ?? 'The case could not be handed over. Please try again.'}
            </Banner>
          )}
        </form>
      )}
    </DialogForm>
  );
}
