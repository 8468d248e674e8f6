import type { Meditation } from '@commons/contract/meditations';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { closePlayer, readPlayer } from '../player/index.ts';
import { useDeleteMeditation } from './meditations.api.ts';

type DeleteConfirmationProps = {
  meditation: Meditation;
  isConfirming: boolean;
  setIsConfirming: (isConfirming: boolean) => void;
  onDeleted: () => void;
};

function DeleteConfirmation({ meditation: { id }, isConfirming, setIsConfirming, onDeleted }: DeleteConfirmationProps) {
  const deleteMeditation = useDeleteMeditation(id, () => {
    setIsConfirming(false);
    if (readPlayer().meditation?.id === id) closePlayer();
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isConfirming}
      onOpenChange={setIsConfirming}
      title="Delete meditation"
      text="Are you sure you want to delete this meditation? Its comments go with it. Members keep the points they earned."
      confirmLabel="Delete"
      isDestructive
      isPending={deleteMeditation.isPending}
      onConfirm={() => deleteMeditation.mutate()}
    />
  );
}

type MeditationMenuProps = LazyMenuProps & { meditation: Meditation; onEdit: () => void; onDeleted: () => void };

export default function MeditationMenu({ meditation, onDeleted, ...menu }: MeditationMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      editLabel={meditation.can.edit ? 'Edit Meditation' : null}
      deleteLabel={meditation.can.delete ? 'Delete Meditation' : null}
      renderConfirmation={(isConfirming, setIsConfirming) => (
        <DeleteConfirmation
          meditation={meditation}
          isConfirming={isConfirming}
          setIsConfirming={setIsConfirming}
          onDeleted={onDeleted}
        />
      )}
    />
  );
}
