import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the place of a form that was sent, and the keyboard's place, which its button had. */
export function Thanks({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const isGiven = children !== undefined;
  useEffect(() => {
    if (isGiven) ref.current?.focus({ preventScroll: true });
  }, [isGiven]);
  return (
    // There before its words, or they would not be heard.
    <div ref={ref} role="status" tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
