import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeleteItem } from './library.api.ts';
import { capitalizedNoun, type LibraryItem, type Shelf } from './shelves.ts';

type DeleteConfirmationProps = { shelf: Shelf; id: string; isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

function DeleteConfirmation({ shelf, id, isOpen, setIsOpen }: DeleteConfirmationProps) {
  const deleteItem = useDeleteItem(shelf, id, () => setIsOpen(false));
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
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
      editLabel={item.can.edit ? `Edit ${capitalizedNoun(shelf)}` : null}
      deleteLabel={item.can.delete ? `Delete ${capitalizedNoun(shelf)}` : null}
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation shelf={shelf} id={item.id} isOpen={isOpen} setIsOpen={setIsOpen} />
      )}
    />
  );
}
