import { createContext, createElement, type ReactNode, use, useDeferredValue } from 'react';
import { useLoaderData } from 'react-router';

const HydratedContext = createContext(true);

/**
 * Renders the server's version of its content first, if the server has rendered it. The browser's own version follows
 * in a second rendering, which input can interrupt. Must be inside the `Suspense` boundary of the content: React
 * hydrates each boundary on its own.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  // The server sends data with the pages that it renders.
  const isHydrated = useDeferredValue(true, useLoaderData() == null);
  return createElement(HydratedContext, { value: isHydrated }, children);
}

/** As many cards as a tall window shows. The server renders these, and the browser the rest. */
const firstCards = 6;

/** Returns the first items of a list in the server's HTML and while the browser hydrates it, then all. */
export function useShownItems<Item>(items: readonly Item[]): readonly Item[] {
  return use(HydratedContext) ? items : items.slice(0, firstCards);
}

/** False in the server's HTML and while the browser hydrates it, then true. */
export const useIsHydrated = (): boolean => use(HydratedContext);
