import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** Lookups that the test answers. */
function controlled() {
  const asked: { keys: string[]; answer: PromiseWithResolvers<Map<string, string>> }[] = [];
  const find = batched((keys: string[]) => {
    const answer = Promise.withResolvers<Map<string, string>>();
    asked.push({ keys, answer });
    return answer.promise;
  });
  const untilAsked = async (times: number) => {
    await expect.poll(() => asked.length, { interval: 1 }).toBe(times);
  };
  return { asked, find, untilAsked };
}

test('lookups of one turn are combined, and each caller gets the value of its key', async () => {
  const { asked, find, untilAsked } = controlled();
  const found = ['a', 'b', 'a', 'c'].map(find);
  await untilAsked(1);
  expect(asked[0]!.keys).toEqual(['a', 'b', 'c']);
  asked[0]!.answer.resolve(
    new Map([
      ['a', 'of a'],
      ['b', 'of b'],
    ]),
  );
  expect(await Promise.all(found)).toEqual(['of a', 'of b', 'of a', undefined]);
});

test('a later lookup neither waits for a hanging one nor gets its result', async () => {
  const { asked, find, untilAsked } = controlled();
  const hanging = find('a');
  await untilAsked(1);
  const later = find('a');
  await untilAsked(2);
  asked[1]!.answer.resolve(new Map([['a', 'new']]));
  expect(await later).toBe('new');
  asked[0]!.answer.resolve(new Map([['a', 'old']]));
  expect(await hanging).toBe('old');
});

test('a failed lookup fails only the callers of its own turn', async () => {
  const { asked, find, untilAsked } = controlled();
  const failing = ['a', 'b'].map(find);
  await untilAsked(1);
  asked[0]!.answer.reject(new Error('away'));
  for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected');

  const later = find('a');
  await untilAsked(2);
  asked[1]!.answer.resolve(new Map([['a', 'of a']]));
  expect(await later).toBe('of a');
});
