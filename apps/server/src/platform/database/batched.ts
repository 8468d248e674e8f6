import DataLoader from 'dataloader';

/**
 * Joins the look-ups of single keys that are asked for in one turn of the event loop into one look-up of many: a busy
 * process, which reads several requests in a turn, makes fewer queries. A look-up begins after it was asked for, so
 * that nobody is told what was true before, and waits for no other one, so that a connection that hangs holds up only
 * those who share it.
 *
 * `findAll` gives the values it finds by key; what it throws, every caller of that turn gets.
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
