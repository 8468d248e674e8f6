import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture, type PictureName } from '../../ui/empty-state.tsx';
import { moveFocus } from '../../ui/focus.tsx';

const stepCount = 3;

type StepProps = { title: string; count?: number; picture: PictureName; children: ReactNode };

/** A step of the welcome flow. Its heading takes the focus, so that screen readers continue there. */
export function Step({ title, count, picture, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const countId = useId();
  useEffect(() => {
    // The member can type before React hydrates the page.
    if (document.activeElement?.matches('input') !== true) moveFocus(heading.current);
  }, []);
  return (
    <Card as="section" className="flex animate-arrive flex-col gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
        {count !== undefined && (
          <div className="sm:self-end">
            <p id={countId} className="text-sm text-muted">
              Step {count} of {stepCount}
            </p>
            <p aria-hidden="true" className="mt-2 flex gap-1">
              {Array.from({ length: stepCount }, (_, index) => (
                <span
                  key={index}
                  className={classNames(
                    'h-1 w-8 rounded-full forced-colors:border',
                    index < count ? 'bg-primary' : 'bg-line',
                  )}
                />
              ))}
            </p>
          </div>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          aria-describedby={count === undefined ? undefined : countId}
          className={classNames(
            'text-2xl wrap-anywhere outline-none max-sm:col-span-2 max-sm:row-start-2',
            count !== undefined && 'sm:row-start-2 sm:self-start',
          )}
        >
          {title}
        </h1>
        <Picture
          name={picture}
          className={classNames('w-24 sm:w-48', count !== undefined && 'col-start-2 row-start-1 sm:row-span-2')}
        />
      </div>
      {children}
    </Card>
  );
}
