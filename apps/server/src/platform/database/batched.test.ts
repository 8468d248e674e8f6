import { expect, test } from 'vitest';
import { createBatchedLookup } from './batched.ts';

/** Creates a batched lookup whose results the test provides. */
function createControlledLookup() {
  const lookups: { keys: string[]; result: PromiseWithResolvers<Map<string, string>> }[] = [];
  const find = createBatchedLookup((keys: string[]) => {
    const result = Promise.withResolvers<Map<string, string>>();
    lookups.push({ keys, result });
    return result.promise;
  });
  const waitForLookups = async (times: number) => {
    await expect.poll(() => lookups.length, { interval: 1 }).toBe(times);
  };
  return { lookups, find, waitForLookups };
}

test('lookups in one turn of the event loop are combined, and each caller gets the value of its key', async () => {
  const { lookups, find, waitForLookups } = createControlledLookup();
  const results = ['a', 'b', 'a', 'c'].map(find);
  await waitForLookups(1);
  expect(lookups[0]!.keys).toEqual(['a', 'b', 'c']);
  lookups[0]!.result.resolve(
    new Map([
      ['a', 'of a'],
      ['b', 'of b'],
    ]),
  );
  expect(await Promise.all(results)).toEqual(['of a', 'of b', 'of a', undefined]);
});

test('a later lookup neither waits for a hanging one nor gets its result', async () => {
  const { lookups, find, waitForLookups } = createControlledLookup();
  const hanging = find('a');
  await waitForLookups(1);
  const later = find('a');
  await waitForLookups(2);
  lookups[1]!.result.resolve(new Map([['a', 'new']]));
  expect(await later).toBe('new');
  lookups[0]!.result.resolve(new Map([['a', 'old']]));
  expect(await hanging).toBe('old');
});

test('a failed lookup fails only the callers in the same turn', async () => {
  const { lookups, find, waitForLookups } = createControlledLookup();
  const failing = ['a', 'b'].map(find);
  await waitForLookups(1);
  lookups[0]!.result.reject(new Error('unavailable'));
  for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected');

  const later = find('a');
  await waitForLookups(2);
  lookups[1]!.result.resolve(new Map([['a', 'of a']]));
  expect(await later).toBe('of a');
});
