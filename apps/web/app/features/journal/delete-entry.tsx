import { ConfirmDeletion } from '../../ui/confirm.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { useDeleteEntry } from './entries.api.ts';

type DeleteEntryProps = DialogState & { entryId: string; onDeleted: () => void };

export default function DeleteEntry({ entryId, onDeleted, ...dialog }: DeleteEntryProps) {
  return (
    <ConfirmDeletion
      {...dialog}
      noun="entry"
      effect="This cannot be undone."
      deletion={useDeleteEntry(entryId, onDeleted)}
    />
  );
}
