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

type LoadingProps = { label: string; className?: string; children: ReactNode };

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
