import DataLoader from 'dataloader';

/**
 * Combines lookups of single keys in one turn of the event loop into one lookup of many keys. A busy process, which
 * reads several requests per turn, then makes fewer queries. A lookup begins after it was requested, so results are
 * never stale. It does not wait for earlier lookups, so a hanging connection blocks only its own callers.
 *
 * `findAll` returns the found values by key. If it throws, every caller of that turn gets the error.
 */
export function batched<Key, Value>(
  findAll: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const found = await findAll([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
