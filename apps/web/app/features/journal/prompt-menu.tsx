import type { JournalPrompt } from '@commons/contract/journal';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeletePrompt } from './journal.api.ts';
import PromptDialog from './prompt-dialog.tsx';

export default function PromptMenu({ prompt, ...menu }: LazyMenuProps & { prompt: JournalPrompt }) {
  return (
    <OptionsMenu
      {...menu}
      noun="Prompt"
      can={prompt.can}
      renderEditor={(dialog) => <PromptDialog {...dialog} prompt={prompt} />}
      deletion={useDeletePrompt(prompt.id)}
      deletionEffect="Members keep the entries they wrote for it."
    />
  );
}
