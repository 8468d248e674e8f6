import { useEffect, useRef } from 'react';

/** What came after its screen did, and is where its reader begins, has the focus, unless they have gone elsewhere. */
export const useLateFocus = <Wanted extends HTMLElement = HTMLTextAreaElement>(isWanted: boolean) => {
  const place = useRef<Wanted>(null);
  useEffect(() => {
    if (isWanted && document.activeElement?.matches('body, #main')) place.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return place;
};
