import { Bell, CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ToastVariant } from '../lib/toast-store.ts';
import { classNames } from './class-names.ts';

const icons = {
  default: { icon: CircleCheck, className: 'bg-ok-soft text-ok' },
  destructive: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  news: { icon: Bell, className: 'bg-primary-soft text-primary' },
  info: { icon: Info, className: 'bg-primary-soft text-primary' },
} as const;

// Shared by the toasts of the application and those of pages without React.

export const toastClass =
  'pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-card border border-line bg-surface p-3 text-ink shadow-float';

export const ToastIcon = ({ variant }: { variant: ToastVariant }) => {
  const { icon: Icon, className } = icons[variant];
  return (
    <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-full', className)}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
};

/** A single line is centered beside the icon. */
export const toastTextClass = 'flex min-h-9 min-w-0 flex-1 flex-col items-start justify-center py-1 text-sm';

export const toastCloseClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink pointer-coarse:-m-1 pointer-coarse:size-11';
