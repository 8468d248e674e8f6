import { useEffect, useRef } from 'react';

/** A field that came after its screen did is where the writing begins, unless its reader has gone elsewhere. */
export const useLateFocus = (isWanted: boolean) => {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWanted && document.activeElement?.matches('body, #main')) field.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return field;
};
