import type { JournalCategory } from '@commons/contract/journal';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeleteCategory } from './journal.api.ts';

type DeleteConfirmationProps = {
  category: JournalCategory;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  onDeleted: () => void;
};

function DeleteConfirmation({ category, isOpen, setIsOpen, onDeleted }: DeleteConfirmationProps) {
  const deleteCategory = useDeleteCategory(category.id, () => {
    setIsOpen(false);
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete category"
      text="Are you sure you want to delete this category? Its prompts move to the first category."
      confirmLabel="Delete"
      isDestructive
      isPending={deleteCategory.isPending}
      onConfirm={() => deleteCategory.mutate()}
    />
  );
}

type CategoryMenuProps = LazyMenuProps & { category: JournalCategory; onEdit: () => void; onDeleted: () => void };

export default function CategoryMenu({ category, onDeleted, ...menu }: CategoryMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      editLabel={category.can.edit ? 'Edit Category' : null}
      deleteLabel={category.can.delete ? 'Delete Category' : null}
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation category={category} isOpen={isOpen} setIsOpen={setIsOpen} onDeleted={onDeleted} />
      )}
    />
  );
}
