import { type ComponentType, Suspense, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { AwaitedPart } from './opening.tsx';

type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * A dialog whose code is fetched when it is first opened, unless whoever opened it goes on to something else meanwhile. One
 * that cannot be fetched is closed again and says so, and the next press asks anew.
 */
export function lazyDialog<Props extends DialogState>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazyComponent<Props>(load);
  const LazyDialog = (props: Props) => {
    const [, setIsHere] = useState(Part.isLoaded);
    if (!Part.isLoaded()) {
      return (
        props.isOpen && (
          <AwaitedPart part={Part} onHere={() => setIsHere(true)} onGivenUp={() => props.onOpenChange(false)} />
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
