import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { lazyComponent, type PartFailure, sayNotOpened } from './lazy-component.tsx';
import { Opening } from './opening.tsx';

type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * A dialog whose code is fetched when it is first opened, unless whoever opened it goes on to something else meanwhile. One
 * that cannot be fetched is closed again and says so, and the next press asks anew.
 */
export function lazyDialog<Props extends DialogState>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazyComponent<Props>(load, {
    failed: (failure, { isOpen, onOpenChange }) => (
      <FailedDialog failure={failure} isOpen={isOpen} onOpenChange={onOpenChange} />
    ),
  });
  const LazyDialog = (props: Props) => (
    <Suspense fallback={props.isOpen && <Opening onTakenBack={() => props.onOpenChange(false)} />}>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(LazyDialog, { preload: Part.preload });
}

function FailedDialog({ failure: { count, tryAgain }, isOpen, onOpenChange }: DialogState & { failure: PartFailure }) {
  const toldCount = useRef(0);
  useEffect(() => {
    if (!isOpen || count === 0) return;
    if (toldCount.current === count) {
      tryAgain();
      return;
    }
    toldCount.current = count;
    sayNotOpened(count);
    onOpenChange(false);
  }, [isOpen, count, tryAgain, onOpenChange]);
  return null;
}
