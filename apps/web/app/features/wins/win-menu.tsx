import type { Win } from '@commons/contract/wins';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { useDeleteWin, winLists } from './wins.api.ts';

type DeleteConfirmationProps = { win: Win; isConfirming: boolean; setIsConfirming: (isConfirming: boolean) => void };

function DeleteConfirmation({ win, isConfirming, setIsConfirming }: DeleteConfirmationProps) {
  const deleteWin = useDeleteWin(win.id, () => setIsConfirming(false));
  return (
    <Confirm
      isOpen={isConfirming}
      onOpenChange={setIsConfirming}
      title="Delete win"
      text="Are you sure you want to delete this win?"
      confirmLabel="Delete"
      isDestructive
      isPending={deleteWin.isPending}
      onConfirm={() => deleteWin.mutate()}
    />
  );
}

type WinMenuProps = LazyMenuProps & { win: Win; onEdit: () => void };

export default function WinMenu({ win, ...menu }: WinMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="win"
      contribution={win}
      noun="Win"
      onRemoved={() => winLists.remove(queryClient, ({ id }) => id === win.id)}
      renderConfirmation={(isConfirming, setIsConfirming) => (
        <DeleteConfirmation win={win} isConfirming={isConfirming} setIsConfirming={setIsConfirming} />
      )}
    />
  );
}
