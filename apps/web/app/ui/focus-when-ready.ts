import { useEffect, useRef } from 'react';

/** Focuses the returned ref when `isWanted` becomes true, unless the user has moved the focus elsewhere. */
export const useFocusWhenReady = <Target extends HTMLElement = HTMLTextAreaElement>(isReady: boolean) => {
  const ref = useRef<Target>(null);
  useEffect(() => {
    if (isReady && document.activeElement?.matches('body, #main')) ref.current?.focus({ preventScroll: true });
  }, [isReady]);
  return ref;
};
