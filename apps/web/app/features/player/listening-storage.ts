import { useSyncExternalStore } from 'react';
import { parseStored, readStored, store, storedKeys } from '../../lib/storage.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { findLastMember, keyOf, prefix, type StoredKind } from './listening-keys.ts';

const stored: Store<undefined> = createStore(undefined, () => {
  window.addEventListener('storage', stored.notify);
  return () => window.removeEventListener('storage', stored.notify);
});

/** Returns something that is computed from the stored values. The server knows none. */
export const useStored = <Value>(read: () => Value, readOnServer: () => Value): Value =>
  useSyncExternalStore(stored.subscribe, read, readOnServer);

export const readStoredValue = (memberId: string, kind: StoredKind, name: string): unknown =>
  parseStored(readStored(keyOf(memberId, kind, name)));

/** Returns all stored values of a kind, with their names. */
export const listStoredValues = (memberId: string, kind: StoredKind): [name: string, value: unknown][] => {
  const kindPrefix = keyOf(memberId, kind, '');
  return storedKeys(kindPrefix).map((key) => [key.slice(kindPrefix.length), parseStored(readStored(key))]);
};

/** Stores a value and returns whether that worked. */
export const storeValue = (memberId: string, kind: StoredKind, name: string, value: unknown): boolean => {
  const isStored = store(keyOf(memberId, kind, name), JSON.stringify(value));
  stored.notify();
  return isStored;
};

export const removeStoredValue = (memberId: string, kind: StoredKind, name: string): void => {
  store(keyOf(memberId, kind, name), '');
  stored.notify();
};

/** Deletes the data of all members. Used on sign-out, because the device may be shared. */
export const removeAllStoredValues = (): void => {
  for (const key of storedKeys(prefix)) store(key, '');
  stored.notify();
};

/** Whether the last member on this device has saved meditations. */
export const hasSavedMeditations = (): boolean => {
  const memberId = findLastMember();
  return memberId !== null && listStoredValues(memberId, 'saved').length > 0;
};
