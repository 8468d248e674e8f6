// Storage may be forbidden or full. A draft is a safety net: without it the text is still on the screen.
export const withStorage = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
  try {
    return work(globalThis.localStorage);
  } catch {
    return otherwise;
  }
};

export const readStored = (key: string): string | null => withStorage((storage) => storage.getItem(key), null);

/** Blank text is not worth keeping and leaves the device. Answers whether the device took the text. */
export const store = (key: string, text: string): boolean =>
  withStorage((storage) => {
    if (text.trim() === '') storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  }, false);
