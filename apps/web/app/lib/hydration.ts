import { createContext, createElement, type ReactNode, use, useDeferredValue } from 'react';
import { useLoaderData } from 'react-router';

const HydratedContext = createContext(true);

/**
 * During hydration, its content first renders as in the server's HTML, then again with the state of the device, in a
 * deferred render that input can interrupt. Place it inside the `Suspense` boundary of the content: React hydrates each
 * boundary on its own.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  // `clientLoader` returns null, so data means that the server rendered this page.
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
