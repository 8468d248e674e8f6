// Also part of an inline script (`app/first-view.ts`), so this module is small.
import { parseStored, readStored, store, storedKeys } from '../../lib/storage.ts';

/** Storage prefix of data about a member's listening. Sign-out deletes it. */
const prefix = 'listening:';

type StoredKind = 'place' | 'report' | 'saved' | 'allowed';

const keyOf = (memberId: string, kind: StoredKind, name: string): string => `${prefix}${memberId}:${kind}:${name}`;

const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

export const subscribeToStoredValues = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

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
  notifyListeners();
  return isStored;
};

export const removeStoredValue = (memberId: string, kind: StoredKind, name: string): void => {
  store(keyOf(memberId, kind, name), '');
  notifyListeners();
};

/** Whether the member has allowed a site on this device. */
export const isSiteAllowed = (memberId: string, site: string): boolean =>
  readStored(keyOf(memberId, 'allowed', site)) !== null;

/** Deletes the data of all members. Used on sign-out, because the device may be shared. */
export const removeAllStoredValues = (): void => {
  for (const key of storedKeys(prefix)) store(key, '');
  notifyListeners();
};

const lastMemberKey = `${prefix}member`;

/** Records the current member, because the session cannot be checked offline. */
export const storeLastMember = (memberId: string): void => void store(lastMemberKey, memberId);

export const findLastMember = (): string | null => readStored(lastMemberKey);

/** Whether the last member on this device has saved meditations. */
export const hasSavedMeditations = (): boolean => {
  const memberId = findLastMember();
  return memberId !== null && listStoredValues(memberId, 'saved').length > 0;
};
