import type { Win } from '@commons/contract/wins';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeleteWin } from './wins.api.ts';

type QuestionProps = { win: Win; isAsking: boolean; setIsAsking: (isAsking: boolean) => void };

function DeleteQuestion({ win, isAsking, setIsAsking }: QuestionProps) {
  const deleteWin = useDeleteWin(win.id, () => setIsAsking(false));
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
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
  return (
    <OptionsMenu
      {...menu}
      editLabel={win.can.edit ? 'Edit Win' : null}
      deleteLabel={win.can.delete ? 'Delete Win' : null}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion win={win} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
