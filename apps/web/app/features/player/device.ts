/** What this device keeps of a member's listening, until they sign out. */
const prefix = 'listening:';

export type KeptKind = 'place' | 'report' | 'saved' | 'allowed';

const keyOf = (memberId: string, kind: KeptKind, name: string): string => `${prefix}${memberId}:${kind}:${name}`;

// Storage may be forbidden or full. Nothing here is worth a failure: without it the meditation plays all the same.
const withStorage = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
  try {
    return work(globalThis.localStorage);
  } catch {
    return otherwise;
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

/** The kept text itself, which stays the same until it changes. */
export const readKeptText = (memberId: string, kind: KeptKind, name: string): string | null =>
  withStorage((storage) => storage.getItem(keyOf(memberId, kind, name)), null);

export const readKept = (memberId: string, kind: KeptKind, name: string): unknown =>
  parse(readKeptText(memberId, kind, name));

/** Everything kept of a kind, by its names. */
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

/** Whether it could be kept. */
export const keep = (memberId: string, kind: KeptKind, name: string, value: unknown): boolean => {
  const isKept = withStorage((storage) => {
    storage.setItem(keyOf(memberId, kind, name), JSON.stringify(value));
    return true;
  }, false);
  changed();
  return isKept;
};

export const letGo = (memberId: string, kind: KeptKind, name: string): void => {
  withStorage((storage) => storage.removeItem(keyOf(memberId, kind, name)), undefined);
  changed();
};

/** Everything of everybody: for a deliberate sign-out, perhaps on a shared device. */
export const letGoOfAll = (): void => {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
  }, undefined);
  changed();
};

const lastMemberKey = `${prefix}member`;

/** Who was here last: without a connection nobody says who is here now. */
export const noteMember = (memberId: string): void =>
  withStorage((storage) => storage.setItem(lastMemberKey, memberId), undefined);

export const findLastMember = (): string | null => withStorage((storage) => storage.getItem(lastMemberKey), null);
