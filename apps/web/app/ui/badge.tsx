import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'primary' | 'apricot' | 'lavender' | 'ok' | 'warn' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunk text-muted',
  primary: 'bg-primary-soft text-primary',
  apricot: 'bg-apricot-fill text-on-apricot',
  lavender: 'bg-lavender-soft text-lavender',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-full wrap-anywhere px-2 py-0.5 text-xs font-semibold forced-colors:border',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A count on an icon. Shows nothing at 0 and "99+" above 99. Screen readers read `text`: "3 open cases". */
export function CountBadge({ count, text }: { count: number; text: string }) {
  if (count <= 0) return null;
  return (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-primary px-1.5 forced-colors:border text-xs font-semibold text-on-primary tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
