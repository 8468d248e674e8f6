import type { JournalPrompt } from '@commons/contract/journal';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeletePrompt } from './journal.api.ts';

type DeleteConfirmationProps = { promptId: string; isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

function DeleteConfirmation({ promptId, isOpen, setIsOpen }: DeleteConfirmationProps) {
  const deletePrompt = useDeletePrompt(promptId, () => setIsOpen(false));
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete prompt"
      text="Are you sure you want to delete this prompt? Members keep the entries they wrote for it."
      confirmLabel="Delete"
      isDestructive
      isPending={deletePrompt.isPending}
      onConfirm={() => deletePrompt.mutate()}
    />
  );
}

type PromptMenuProps = LazyMenuProps & { prompt: JournalPrompt; onEdit: () => void };

export default function PromptMenu({ prompt, ...menu }: PromptMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      editLabel={prompt.can.edit ? 'Edit Prompt' : null}
      deleteLabel={prompt.can.delete ? 'Delete Prompt' : null}
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation promptId={prompt.id} isOpen={isOpen} setIsOpen={setIsOpen} />
      )}
    />
  );
}
