/** Storage prefix of data about a member's listening. Sign-out deletes it. */
const prefix = 'listening:';

export type KeptKind = 'place' | 'report' | 'saved' | 'allowed';

const keyOf = (memberId: string, kind: KeptKind, name: string): string => `${prefix}${memberId}:${kind}:${name}`;

// Storage can be disabled or full. The player works without it.
const withStorage = <Result>(work: (storage: Storage) => Result, fallback: Result): Result => {
  try {
    return work(globalThis.localStorage);
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

const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

export const subscribeToKept = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** Returns the stored text, which stays identical until it changes. */
export const readKeptText = (memberId: string, kind: KeptKind, name: string): string | null =>
  withStorage((storage) => storage.getItem(keyOf(memberId, kind, name)), null);

export const readKept = (memberId: string, kind: KeptKind, name: string): unknown =>
  parse(readKeptText(memberId, kind, name));

/** Returns all stored values of a kind, with their names. */
export const listKept = (memberId: string, kind: KeptKind): [name: string, value: unknown][] => {
  const own = keyOf(memberId, kind, '');
  return withStorage(
    (storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(own))
        .map((key) => [key.slice(own.length), parse(storage.getItem(key))]),
    [],
  );
};

/** Stores a value and returns whether that worked. */
export const keep = (memberId: string, kind: KeptKind, name: string, value: unknown): boolean => {
  const isKept = withStorage((storage) => {
    storage.setItem(keyOf(memberId, kind, name), JSON.stringify(value));
    return true;
  }, false);
  changed();
  return isKept;
};

export const removeKept = (memberId: string, kind: KeptKind, name: string): void => {
  withStorage((storage) => storage.removeItem(keyOf(memberId, kind, name)), undefined);
  changed();
};

/** Deletes the data of all members. Used on sign-out, because the device may be shared. */
export const removeAllKept = (): void => {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
  }, undefined);
  changed();
};

const lastMemberKey = `${prefix}member`;

/** Records the current member, because the session cannot be checked offline. */
export const rememberMember = (memberId: string): void =>
  withStorage((storage) => storage.setItem(lastMemberKey, memberId), undefined);

export const findLastMember = (): string | null => withStorage((storage) => storage.getItem(lastMemberKey), null);
