import { type ReactNode, useSyncExternalStore } from 'react';

let docked: ReactNode = null;
const listeners = new Set<() => void>();

/** Adds an element to the bottom of every screen. Its code loads with the first feature that uses it. */
export const dock = (element: ReactNode): void => {
  docked = element;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const read = (): ReactNode => docked;

export const useDocked = (): ReactNode => useSyncExternalStore(subscribe, read, read);
