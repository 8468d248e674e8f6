import { X } from 'lucide-react';
import { toastClass, toastCloseClass, ToastIcon, toastTextClass } from '../../ui/toast-parts.tsx';

type ToastTemplateProps = { name: string; title: string; description: string; variant?: 'destructive' | 'info' };

/** A toast of a page without React. `visitor-lists/toasts.ts` shows it. Looks like those of `ui/toaster.tsx`. */
export function ToastTemplate({ name, title, description, variant = 'destructive' }: ToastTemplateProps) {
  return (
    <template data-toast={name}>
      <li className={`${toastClass} animate-arrive`}>
        <ToastIcon variant={variant} />
        <div role="alert" className={toastTextClass}>
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 text-muted">{description}</p>
        </div>
        <button type="button" aria-label="Dismiss" className={toastCloseClass}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </li>
    </template>
  );
}
