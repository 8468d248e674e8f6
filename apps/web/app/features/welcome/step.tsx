import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';

type StepProps = { title: string; count?: number; children: ReactNode };

/** One of a few cards, one after the other; its heading takes the focus, so that a screen reader goes on there. */
export function Step({ title, count, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Card as="section" className="flex animate-arrive flex-col gap-6">
      <div>
        {count !== undefined && <p className="text-sm text-muted">Step {count} of 3</p>}
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
      </div>
      {children}
    </Card>
  );
}
