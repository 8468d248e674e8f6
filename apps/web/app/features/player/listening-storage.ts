import { useSyncExternalStore } from 'react';
import { createStore, type Store } from '../../lib/store.ts';

/** Storage prefix of data about a member's listening. Sign-out deletes it. */
const prefix = 'listening:';

export type StoredKind = 'place' | 'report' | 'saved' | 'allowed';

const keyOf = (memberId: string, kind: StoredKind, name: string): string => `${prefix}${memberId}:${kind}:${name}`;

// Storage can be disabled or full. The player works without it.
const withStorage = <Result>(callback: (storage: Storage) => Result, fallback: Result): Result => {
  try {
    return callback(globalThis.localStorage);
  } catch {
    return fallback;
  }
};

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const stored: Store<undefined> = createStore(undefined, () => {
  window.addEventListener('storage', stored.notify);
  return () => window.removeEventListener('storage', stored.notify);
});

/** Returns something that is computed from the stored values. The server knows none. */
export const useStored = <Value>(read: () => Value, readOnServer: () => Value): Value =>
  useSyncExternalStore(stored.subscribe, read, readOnServer);

/** Returns the stored text, which stays identical until it changes. */
const readStoredText = (memberId: string, kind: StoredKind, name: string): string | null =>
  withStorage((storage) => storage.getItem(keyOf(memberId, kind, name)), null);

export const readStoredValue = (memberId: string, kind: StoredKind, name: string): unknown =>
  parse(readStoredText(memberId, kind, name));

/** Returns all stored values of a kind, with their names. */
export const listStoredValues = (memberId: string, kind: StoredKind): [name: string, value: unknown][] => {
  const kindPrefix = keyOf(memberId, kind, '');
  return withStorage(
    (storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(kindPrefix))
        .map((key) => [key.slice(kindPrefix.length), parse(storage.getItem(key))]),
    [],
  );
};

/** Stores a value and returns whether that worked. */
export const storeValue = (memberId: string, kind: StoredKind, name: string, value: unknown): boolean => {
  const isStored = withStorage((storage) => {
    storage.setItem(keyOf(memberId, kind, name), JSON.stringify(value));
    return true;
  }, false);
  stored.notify();
  return isStored;
};

export const removeStoredValue = (memberId: string, kind: StoredKind, name: string): void => {
  withStorage((storage) => storage.removeItem(keyOf(memberId, kind, name)), undefined);
  stored.notify();
};

/** Whether the member has allowed a site on this device. */
export const isSiteAllowed = (memberId: string, site: string): boolean =>
  readStoredText(memberId, 'allowed', site) !== null;

/** Deletes the data of all members. Used on sign-out, because the device may be shared. */
export const removeAllStoredValues = (): void => {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
  }, undefined);
  stored.notify();
};

const lastMemberKey = `${prefix}member`;

/** Records the current member, because the session cannot be checked offline. */
export const storeLastMember = (memberId: string): void =>
  withStorage((storage) => storage.setItem(lastMemberKey, memberId), undefined);

export const findLastMember = (): string | null => withStorage((storage) => storage.getItem(lastMemberKey), null);
