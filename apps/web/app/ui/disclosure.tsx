import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type DisclosureProps = {
  /** Short description of the hidden content. */
  label: ReactNode;
  openLabel: string;
  closeLabel: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A disclosure. Its label stays in place, and the content opens below. It is a native `details` element, so it works
 * before hydration and without JavaScript.
 */
export const Disclosure = ({
  label,
  openLabel,
  closeLabel,
  isOpen,
  onToggle,
  className,
  children,
}: DisclosureProps) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary
      className={classNames(
        'group/fold flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded-control bg-sunk px-3 py-2 text-sm forced-colors:border [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <span className="min-w-0 flex-auto wrap-anywhere">{label}</span>
      <span className="font-semibold underline underline-offset-4">
        {/* Without JavaScript, CSS switches the label. */}
        <span className="in-[details[open]]:hidden">{openLabel}</span>
        <span className="not-in-[details[open]]:hidden">{closeLabel}</span>
      </span>
    </summary>
    <div className="mt-3">{children}</div>
  </details>
);
