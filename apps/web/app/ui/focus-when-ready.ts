import { useEffect, useRef } from 'react';

/** Focuses the returned ref when `isWanted` becomes true, unless the user has moved the focus elsewhere. */
export const useFocusWhenReady = <Wanted extends HTMLElement = HTMLTextAreaElement>(isWanted: boolean) => {
  const place = useRef<Wanted>(null);
  useEffect(() => {
    if (isWanted && document.activeElement?.matches('body, #main')) place.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return place;
};
