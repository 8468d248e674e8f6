import type { JournalPrompt } from '@commons/contract/journal/schemas';
import { PenLine } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { CategoryBadge } from './category-badge.tsx';

const PromptMenu = lazyMenu(async () => ({ default: (await import('./prompt-actions.tsx')).PromptMenu }));

/** A prompt. The whole card is a link to write about it. */
export const PromptCard = memo(({ prompt: item }: { prompt: JournalPrompt }) => {
  const { id, prompt, category, can } = item;
  const titleId = `prompt-${id}`;
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        isPadded={false}
        aria-labelledby={titleId}
        className="relative flex min-w-0 flex-1 flex-col gap-3 p-4 transition-colors hover:border-field"
      >
        <header className="flex items-start gap-2">
          <div className="flex min-w-0 flex-1">
            <CategoryBadge category={category} />
          </div>
          {(can.edit || can.delete) && (
            <PromptMenu
              trigger={<OptionsButton noun="Prompt" name={prompt} size="small" className="relative z-1 -m-1.5" />}
              prompt={item}
            />
          )}
        </header>
        <h2 id={titleId} dir="auto" className="text-lg text-pretty wrap-anywhere">
          {prompt}
        </h2>
        <Link
          to={paths.writeFor(id)}
          prefetch="intent"
          aria-label={`Write, ${prompt}`}
          className="mt-auto inline-flex items-center gap-2 self-start text-sm font-semibold text-primary after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
        >
          <PenLine size={16} strokeWidth={1.75} aria-hidden="true" />
          Write
        </Link>
      </Card>
    </li>
  );
});
PromptCard.displayName = 'PromptCard';
