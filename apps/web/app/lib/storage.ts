// Storage can be disabled or full. Without it the text is still on the screen.
const withStorage = <Result>(callback: (storage: Storage) => Result, fallback: Result): Result => {
  try {
    return callback(globalThis.localStorage);
  } catch {
    return fallback;
  }
};

export const readStored = (key: string): string | null => withStorage((storage) => storage.getItem(key), null);

/** Parses a stored JSON text. Null if it is missing or invalid. */
export const parseStored = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/** Stores a text and returns whether that worked. Removes the entry if the text is blank. */
export const store = (key: string, text: string): boolean =>
  withStorage((storage) => {
    if (text.trim() === '') storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  }, false);

/** Returns the stored keys that start with `prefix`. */
export const storedKeys = (prefix = ''): string[] =>
  withStorage(
    (storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
        key.startsWith(prefix),
      ),
    [],
  );
