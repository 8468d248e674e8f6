import { useSyncExternalStore } from 'react';
import { useIsHydrated } from './hydration.ts';

/**
 * A media query hook for a breakpoint. For elements that must exist once, not twice with one hidden. The server renders
 * the wide layout, and style sheets hide what narrow screens leave out.
 */
const atLeast = (width: `${number}rem`) => {
  const media = typeof window === 'undefined' ? undefined : window.matchMedia(`(min-width: ${width})`);
  const subscribe = (listener: () => void) => {
    media?.addEventListener('change', listener);
    return () => media?.removeEventListener('change', listener);
  };
  const read = (): boolean => media?.matches ?? true;
  return (): boolean => {
    const isMatching = useSyncExternalStore(subscribe, read, read);
    return !useIsHydrated() || isMatching;
  };
};

/** `xl`: whether there is room for the right sidebar. */
export const useIsWideScreen = atLeast('80rem');

/** `md`: whether the navigation is beside the screen, not below it. */
export const useHasSideNavigation = atLeast('48rem');

/** `lg`: whether a screen has room for two columns. */
export const useHasTwoColumns = atLeast('64rem');
