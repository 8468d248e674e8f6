import type { JournalPrompt } from '@commons/contract/journal';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeletePrompt } from './journal.api.ts';

type QuestionProps = { promptId: string; isAsking: boolean; setIsAsking: (isAsking: boolean) => void };

function DeleteQuestion({ promptId, isAsking, setIsAsking }: QuestionProps) {
  const deletePrompt = useDeletePrompt(promptId, () => setIsAsking(false));
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
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
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion promptId={prompt.id} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
