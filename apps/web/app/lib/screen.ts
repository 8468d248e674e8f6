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

/** Where the focus belongs on the screen that is open: what the screen names itself, else its beginning. */
export const findFocusPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector<HTMLElement>('#main');
