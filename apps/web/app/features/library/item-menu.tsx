import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeleteItem } from './library.api.ts';
import { capitalised, type LibraryItem, type Shelf } from './shelves.ts';

type QuestionProps = { shelf: Shelf; id: string; isAsking: boolean; setIsAsking: (isAsking: boolean) => void };

function DeleteQuestion({ shelf, id, isAsking, setIsAsking }: QuestionProps) {
  const deleteItem = useDeleteItem(shelf, id, () => setIsAsking(false));
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
      title={`Delete ${shelf.noun}`}
      text={`Are you sure you want to delete this ${shelf.noun}? It disappears for everyone.`}
      confirmLabel="Delete"
      isDestructive
      isPending={deleteItem.isPending}
      onConfirm={() => deleteItem.mutate()}
    />
  );
}

type ItemMenuProps = LazyMenuProps & { shelf: Shelf; item: LibraryItem; onEdit: () => void };

export default function ItemMenu({ shelf, item, ...menu }: ItemMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      editLabel={item.can.edit ? `Edit ${capitalised(shelf)}` : null}
      deleteLabel={item.can.delete ? `Delete ${capitalised(shelf)}` : null}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion shelf={shelf} id={item.id} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
