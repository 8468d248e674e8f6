import { moderationLimits } from '@commons/contract/moderation';
import { isWithin } from '@commons/contract/text';
import { useQuery } from '@tanstack/react-query';
import { useContractForm } from '../../lib/contract-form.ts';
import { Select } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
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
  const handOver = useHandOver(id, () => {
    onClose();
    onHandedOver();
  });
  const form = useContractForm({
    original: { to: 'admins', note: '' },
    submit: (input) => handOver.mutateAsync(input),
  });
  return (
    <FormDialog
      isOpen
      onOpenChange={onClose}
      form={form}
      title="Hand over"
      description="Someone else takes over the case. Nothing is decided yet."
      submitLabel="Hand Over"
      canSubmit={isWithin(form.values.note, moderationLimits.noteCharacters)}
      className="flex flex-col gap-6"
    >
      <Select
        label="To"
        {...form.field('to')}
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
        {...form.field('note')}
        limit={{ max: moderationLimits.noteCharacters }}
      />
    </FormDialog>
  );
}
