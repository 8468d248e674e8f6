import { Suspense, useEffect, useState } from 'react';
import { afterFirstScreen } from '../lib/after-first-screen.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { toastStore } from '../ui/toast-store.ts';
import { isPublicDocument } from './document-kind.ts';

const Toaster = lazyPart(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }), {
  failed: () => null,
});

/**
 * The notification area is needed a moment later than everything else: to visitors with the first toast, to members right
 * after their first screen, so that "You are logged out" is read before the page is left.
 */
export function DeferredToaster() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const want = () => setIsWanted(true);
    const unsubscribe = toastStore.subscribe(want);
    if (toastStore.current() !== undefined) want();
    if (!isPublicDocument) void afterFirstScreen().then(want);
    return () => void unsubscribe();
  }, []);
  return <Suspense fallback={null}>{isWanted && <Toaster />}</Suspense>;
}
