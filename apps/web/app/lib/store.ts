import { useSyncExternalStore } from 'react';

export type Store<State> = {
  initial: State;
  get: () => State;
  set: (next: State) => void;
  /** For state that is not in the store, such as the browser's storage. */
  notify: () => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * Creates state outside React, for code that runs without a component. `start` runs while there are subscribers and
 * returns a function that ends it. The server renders the initial state.
 */
export const createStore = <State>(initial: State, start?: () => () => void): Store<State> => {
  let state = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    initial,
    get: () => state,
    set: (next) => {
      state = next;
      notify();
    },
    notify,
    subscribe: (listener) => {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
};

export function useStore<State>(store: Store<State>): State;
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part;
/** Returns the state of a store, or a part of it. Rerenders only when that part changes. */
export function useStore<State>(store: Store<State>, select: (state: State) => unknown = (state) => state): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  );
}
