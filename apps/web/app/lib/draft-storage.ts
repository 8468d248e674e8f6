// Storage can be disabled or full. Without it the text is still on the screen.
export const withStorage = <Result>(callback: (storage: Storage) => Result, fallback: Result): Result => {
  try {
    return callback(globalThis.localStorage);
  } catch {
    return fallback;
  }
};

export const readStored = (key: string): string | null => withStorage((storage) => storage.getItem(key), null);

/** Stores a text and returns whether that worked. Removes the entry if the text is blank. */
export const store = (key: string, text: string): boolean =>
  withStorage((storage) => {
    if (text.trim() === '') storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  }, false);
