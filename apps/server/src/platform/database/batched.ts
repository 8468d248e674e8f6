import DataLoader from 'dataloader';

/**
 * Combines lookups of single keys in one turn of the event loop into one lookup of many keys. A busy process reads
 * several requests per turn and then makes fewer queries. Each lookup starts after its callers requested it, so results
 * are never stale. It does not wait for earlier lookups, so a hanging connection blocks only its own callers.
 *
 * `findAll` returns the found values by key. If it throws, every caller of that turn gets the error.
 */
export function createBatchedLookup<Key, Value>(
  findAll: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const values = await findAll([...new Set(keys)]);
      return keys.map((key) => values.get(key));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
