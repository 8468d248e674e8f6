import { setImmediate } from 'node:timers/promises';

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
  let turn: { keys: Set<Key>; found: Promise<Map<Key, Value>> } | undefined;

  const findAfterTurn = async (keys: Set<Key>) => {
    await setImmediate();
    turn = undefined;
    return findAll([...keys]);
  };
  return async (key) => {
    if (!turn) {
      const keys = new Set<Key>();
      turn = { keys, found: findAfterTurn(keys) };
    }
    turn.keys.add(key);
    return (await turn.found).get(key);
  };
}
