import { useSyncExternalStore } from 'react';

/** A breakpoint of the style sheets, in the reader's own measure. For what must be there once, not twice with one hidden. */
const atLeast = (width: `${number}rem`) => {
  const media = typeof window === 'undefined' ? undefined : window.matchMedia(`(min-width: ${width})`);
  const subscribe = (listener: () => void) => {
    media?.addEventListener('change', listener);
    return () => media?.removeEventListener('change', listener);
  };
  return (): boolean =>
    useSyncExternalStore(
      subscribe,
      () => media?.matches ?? true,
      () => true,
    );
};

/** `xl`: whether there is room for what stands beside the screen. */
export const useIsWideScreen = atLeast('80rem');

/** `md`: whether the ways stand beside the screen, not below it. */
export const useHasSideNavigation = atLeast('48rem');

/** `lg`: whether there is room for two columns within the screen. */
export const useHasTwoColumns = atLeast('64rem');

/** Where the focus belongs on the screen that is open: what the screen names itself, else its beginning. */
export const findFocusPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector<HTMLElement>('#main');
