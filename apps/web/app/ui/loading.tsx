import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';

/** Long enough for a screen reader to register the live region, too short to see. */
const registrationMilliseconds = 60;

const useIsRegistered = (): boolean => {
  const [isRegistered, setIsRegistered] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsRegistered, registrationMilliseconds, true);
    return () => clearTimeout(timer);
  }, []);
  return isRegistered;
};

type StatusProps = { children: ReactNode; className?: string };

/**
 * A live region that announces its text. It is empty for a moment after mounting, because screen readers often ignore a
 * region that is inserted with text.
 */
export function Status({ children, className }: StatusProps) {
  const isRegistered = useIsRegistered();
  return (
    <p role="status" className={className}>
      {isRegistered && children}
    </p>
  );
}

type LoadingProps = { label: string; className?: string; children?: ReactNode };

/** Placeholders while content loads, and a label for screen readers. */
export function Loading({ label, className, children }: LoadingProps) {
  const isRegistered = useIsRegistered();
  return (
    <div role="status" className={classNames(className)}>
      <span className="sr-only">{isRegistered && label}</span>
      {children}
    </div>
  );
}

/** A bar at the top of the window. Visible only after a moment. */
export const ProgressBar = ({ label }: { label: string }) => (
  <Loading label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5">
    <span className="block h-full origin-left scale-x-90 animate-progress bg-primary" />
  </Loading>
);

type SkeletonProps = { isRound?: boolean; className?: string };

/** One placeholder block. Set its size with `className`. */
export function Skeleton({ isRound = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block max-w-full animate-breathe bg-line/60',
        isRound ? 'rounded-full' : 'rounded-small',
        className,
      )}
    />
  );
}

type SpinnerProps = {
  size?: 'small' | 'large';
  /** Announced by screen readers. Without it the spinner is decoration next to a text. */
  label?: string;
};

export function Spinner({ size = 'small', label }: SpinnerProps) {
  const drawing = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames('animate-turn', size === 'small' ? 'size-4' : 'size-8 text-primary')}
    >
      <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
  return label === undefined ? (
    <span className="inline-flex">{drawing}</span>
  ) : (
    <Loading label={label} className="inline-flex">
      {drawing}
    </Loading>
  );
}
