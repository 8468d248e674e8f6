import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';

/** Long enough for a screen reader to know the region, too short for the eye. */
const silenceMilliseconds = 60;

const useIsKnown = (): boolean => {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsKnown, silenceMilliseconds, true);
    return () => clearTimeout(timer);
  }, []);
  return isKnown;
};

type StatusProps = { children: ReactNode; className?: string };

/**
 * Words that a screen reader says when they come. The region stands there for a moment before its first words: one that
 * is born with words is often not heard.
 */
export function Status({ children, className }: StatusProps) {
  const isKnown = useIsKnown();
  return (
    <p role="status" className={className}>
      {isKnown && children}
    </p>
  );
}

type LoadingProps = { label: string; className?: string; children?: ReactNode };

/** Shapes that stand in for what is loading, and the words for those who do not see them. */
export function Loading({ label, className, children }: LoadingProps) {
  const isKnown = useIsKnown();
  return (
    <div role="status" className={classNames(className)}>
      <span className="sr-only">{isKnown && label}</span>
      {children}
    </div>
  );
}

type SkeletonProps = { isRound?: boolean; className?: string };

/** One quiet block where content will be; its size comes from `className`. */
export function Skeleton({ isRound = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block max-w-full animate-breathe bg-line',
        isRound ? 'rounded-full' : 'rounded-small',
        className,
      )}
    />
  );
}

type SpinnerProps = {
  size?: 'small' | 'large';
  /** Said to screen readers; without it the spinner is decoration beside words that say the same. */
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
