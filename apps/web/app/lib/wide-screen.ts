import { useSyncExternalStore } from 'react';

/** As wide as the style sheets' `xl`, in the reader's own measure. */
const wide = typeof window === 'undefined' ? undefined : window.matchMedia('(min-width: 80rem)');

const subscribe = (listener: () => void) => {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
};

/** Whether there is room for what stands beside the screen. For what must be there once, not twice with one hidden. */
export const useIsWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? true,
    () => true,
  );
