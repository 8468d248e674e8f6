import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { categoryColor } from './category-colors.ts';
import { todaysPromptQuery } from './journal.api.ts';

/** The prompt of the day, in the color of its category. Hidden while there are no prompts or it cannot be loaded. */
export function TodaysPrompt() {
  const { data: prompt, isPending } = useQuery(todaysPromptQuery);
  const titleId = useId();
  if (isPending) return <TodaysPromptLoading />;
  if (!prompt) return null;
  const { id, prompt: text, category } = prompt;
  return (
    <section
      aria-labelledby={titleId}
      className={classNames(cardClass, 'forced-colors:border', categoryColor(category.id).area)}
    >
      <div className="flex min-w-0 flex-1 flex-col items-start gap-4">
        <h2 id={titleId} className="font-text text-sm">
          Today’s prompt
        </h2>
        <p dir="auto" className="font-heading text-xl font-semibold text-pretty wrap-anywhere sm:text-2xl">
          {text}
        </p>
        <Link
          to={paths.writeFor(id)}
          prefetch="intent"
          aria-label={`Write, ${text}`}
          className={classNames(buttonClass(), 'mt-auto')}
        >
          <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
          Write
        </Link>
      </div>
      <Picture name="journal" className="w-56 shrink-0 self-end max-sm:hidden" />
    </section>
  );
}

const cardClass = 'flex min-h-48 items-stretch gap-6 rounded-card p-4 sm:p-6';

const TodaysPromptLoading = () => (
  <Loading label="Loading today’s prompt" className={classNames(cardClass, 'border border-line bg-surface')}>
    <div className="flex flex-1 flex-col gap-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="mt-auto h-11 w-28" />
    </div>
  </Loading>
);
