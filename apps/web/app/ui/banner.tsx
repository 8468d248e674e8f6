import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BannerTone = 'info' | 'ok' | 'warn' | 'danger';

const tones = {
  info: { className: 'bg-primary-soft text-ink', icon: Info, iconClass: 'text-primary' },
  ok: { className: 'bg-ok-soft text-ink', icon: CircleCheck, iconClass: 'text-ok' },
  warn: { className: 'bg-warn-soft text-ink', icon: TriangleAlert, iconClass: 'text-warn' },
  danger: { className: 'bg-danger-soft text-ink', icon: CircleAlert, iconClass: 'text-danger' },
} as const;

type BannerProps = {
  tone?: BannerTone;
  title?: string;
  children?: ReactNode;
  /** A button or link at the end of the row. Wraps below the text on narrow screens. */
  action?: ReactNode;
  /** Announces the banner to screen readers as soon as it appears. For failures that the member waits for. */
  isAlert?: boolean;
};

/** A message that stays in the content, unlike a toast. */
export function Banner({ tone = 'info', title, children, action, isAlert = false }: BannerProps) {
  const { className, icon: Icon, iconClass } = tones[tone];
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={classNames('flex items-start gap-3 rounded-control px-4 py-3 text-sm forced-colors:border', className)}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={classNames('mt-px shrink-0', iconClass)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-64">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}
