import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type FoldProps = {
  /** What is folded, in a few words. */
  label: ReactNode;
  openWords: string;
  closeWords: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * Something that is shown when its reader asks for it. The line that says what it is stays where it is: what opens stands
 * below. The browser's own element, so that it opens before the code has come, and where it never comes.
 */
export const Fold = ({ label, openWords, closeWords, isOpen, onToggle, className, children }: FoldProps) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary
      className={classNames(
        'group/fold flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded-control bg-sunk px-3 py-2 text-sm forced-colors:border [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <span className="min-w-0 flex-auto wrap-anywhere">{label}</span>
      <span className="font-semibold underline underline-offset-4">
        {/* Without the code the words follow the state by the style sheet. */}
        <span className="in-[details[open]]:hidden">{openWords}</span>
        <span className="not-in-[details[open]]:hidden">{closeWords}</span>
      </span>
    </summary>
    <div className="mt-3">{children}</div>
  </details>
);
