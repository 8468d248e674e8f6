import { type ReactNode, useSyncExternalStore } from 'react';

let docked: ReactNode = null;
const listeners = new Set<() => void>();

/** Puts something at the foot of every screen, from now on: its code comes with what first wants it there. */
export const dock = (part: ReactNode): void => {
  docked = part;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const read = (): ReactNode => docked;

export const useDocked = (): ReactNode => useSyncExternalStore(subscribe, read, read);
