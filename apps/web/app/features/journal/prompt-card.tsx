import type { JournalPrompt } from '@commons/contract/journal/schemas';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass, OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';

const PromptMenu = lazyMenu(async () => ({ default: (await import('./prompt-actions.tsx')).PromptMenu }));

/** A prompt with a link to write about it. */
export const PromptCard = memo(({ prompt: item }: { prompt: JournalPrompt }) => {
  const { id, prompt, category, can } = item;
  const titleId = `prompt-${id}`;
  return (
    <li className="flex min-w-0">
      <Card as="article" aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col gap-3">
        <header className="-my-2 flex min-h-11 items-center gap-2">
          <div className="flex min-w-0 flex-1">
            <Badge tone="primary">{category.name}</Badge>
          </div>
          {(can.edit || can.delete) && (
            <PromptMenu trigger={<OptionsButton noun="Prompt" name={prompt} className="-me-2" />} prompt={item} />
          )}
        </header>
        <h2 id={titleId} dir="auto" className="text-lg wrap-anywhere">
          {prompt}
        </h2>
        <div className="mt-auto pt-3">
          <Link
            to={paths.writeFor(id)}
            prefetch="intent"
            aria-label={`Write, ${prompt}`}
            className={buttonClass('secondary')}
          >
            Write
          </Link>
        </div>
      </Card>
    </li>
  );
});
PromptCard.displayName = 'PromptCard';
