import { type ComponentType, Suspense, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { PendingOverlay } from './opening.tsx';

type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * A dialog whose code loads when it is first opened. It does not open if the user does something else in the meantime. If
 * loading fails, it closes with a message, and the next press retries.
 */
export function lazyDialog<Props extends DialogState>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazyComponent<Props>(load);
  const LazyDialog = (props: Props) => {
    const [, setIsLoaded] = useState(Part.isLoaded);
    if (!Part.isLoaded()) {
      return (
        props.isOpen && (
          <PendingOverlay part={Part} onReady={() => setIsLoaded(true)} onCancel={() => props.onOpenChange(false)} />
        )
      );
    }
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
  return Object.assign(LazyDialog, { preload: Part.preload });
}
