import { CircleAlert, Info, X } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

type ToastTemplateProps = { name: string; title: string; description: string; variant?: 'destructive' | 'info' };

/** A toast of a page without React. `visitor-lists/toasts.ts` shows it. Looks like those of `ui/toaster.tsx`. */
export function ToastTemplate({ name, title, description, variant = 'destructive' }: ToastTemplateProps) {
  const isDestructive = variant === 'destructive';
  const Icon = isDestructive ? CircleAlert : Info;
  return (
    <template data-toast={name}>
      <li
        className={classNames(
          'pointer-events-auto flex w-full max-w-md animate-arrive items-start gap-3 rounded-card border bg-surface p-4 text-ink shadow-float',
          isDestructive ? 'border-danger' : 'border-line',
        )}
      >
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classNames('mt-0.5 shrink-0', isDestructive ? 'text-danger' : 'text-primary')}
        />
        <div role="alert" className="min-w-0 flex-1">
          <p className="text-sm font-semibold">{title}</p>
          <p className="mt-0.5 text-sm text-muted">{description}</p>
        </div>
        <button
          type="button"
          aria-label="Dismiss"
          className="-m-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted pointer-coarse:-m-3 pointer-coarse:size-11 hover:bg-primary-soft hover:text-ink"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </li>
    </template>
  );
}
