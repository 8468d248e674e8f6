import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const SupportWatch = lazyComponent(() => import('./support-watch.tsx'), { failed: () => null });

/**
 * Stands in whatever members write: text that speaks of suicide or self-harm shows its author, and nobody else, where
 * somebody listens. It reads the fields around it. All of its code comes when one of them is first gone to, whatever is
 * written then, so that not even the asking for code tells anything (decision 0036).
 */
export const AuthorSupport = ({ draft }: { draft: string }) => {
  const place = useRef<HTMLDivElement>(null);
  const [around, setAround] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const parent = place.current?.closest('form') ?? place.current?.parentElement;
    if (!parent) return undefined;
    // The field shows first that it was pressed.
    const begin = () => startTransition(() => setAround(parent));
    if (parent.contains(document.activeElement)) begin();
    parent.addEventListener('focusin', begin, { once: true });
    return () => parent.removeEventListener('focusin', begin);
  }, []);
  return (
    <div ref={place} className="empty:hidden">
      {around && (
        <Suspense fallback={null}>
          <SupportWatch around={around} draft={draft} />
        </Suspense>
      )}
    </div>
  );
};
