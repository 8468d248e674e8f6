import { Confirm } from '../../ui/confirm.tsx';
import { useDeleteEntry } from './entries.api.ts';

type DeleteEntryProps = {
  entryId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
};

export default function DeleteEntry({ entryId, isOpen, onOpenChange, onDeleted }: DeleteEntryProps) {
  const deleteEntry = useDeleteEntry(entryId, () => {
    onOpenChange(false);
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Delete entry"
      text="Are you sure you want to delete this entry? This cannot be undone."
      confirmLabel="Delete"
      isDestructive
      isPending={deleteEntry.isPending}
      onConfirm={() => deleteEntry.mutate()}
    />
  );
}
