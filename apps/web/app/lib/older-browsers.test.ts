import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

type Owner = Record<string, unknown>;

const arrays = Array.prototype as unknown as Owner;
const newerFunctions: [Owner, string[]][] = [
  [arrays, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [Map as unknown as Owner, ['groupBy']],
  [String.prototype as unknown as Owner, ['isWellFormed']],
  [AbortSignal as unknown as Owner, ['any']],
];

const originals = newerFunctions.map(([owner, names]) =>
  names.map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const),
);

beforeAll(async () => {
  for (const [owner, names] of newerFunctions) for (const name of names) delete owner[name];
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('Element', EventTarget);
  vi.resetModules();
  const file = './older-browsers.ts';
  await import(/* @vite-ignore */ file);
});
afterAll(() => {
  vi.unstubAllGlobals();
  for (const [index, [owner]] of newerFunctions.entries())
    for (const [name, descriptor] of originals[index] ?? []) Object.defineProperty(owner, name, descriptor ?? {});
});

describe('a browser without newer built-in functions', () => {
  test('copies a list sorted, reversed, or with changes', () => {
    const list = [3, 1, 2];
    expect(list.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
    expect(['b', 'a'].toSorted()).toEqual(['a', 'b']);
    expect(list.toReversed()).toEqual([2, 1, 3]);
    expect(list.toSpliced(1, 1, 8, 9)).toEqual([3, 8, 9, 2]);
    expect(list.toSpliced(1, 0)).toEqual(list);
    const last = -1;
    expect([list.with(0, 7), list.with(last, 7)]).toEqual([
      [7, 1, 2],
      [3, 1, 7],
    ]);
    expect(list).toEqual([3, 1, 2]);
  });

  test('groups a list in order of first occurrence', () => {
    expect([...Map.groupBy(new Set([1, 2, 3]), (number) => number % 2 === 0)]).toEqual([
      [false, [1, 3]],
      [true, [2]],
    ]);
  });

  test.for([
    ['calm 🌿', true],
    ['half a leaf \uD83C', false],
    ['\uDF3F', false],
    ['', true],
  ] as const)('isWellFormed detects lone surrogates: %j', ([text, isWell]) => {
    expect(text.isWellFormed()).toBe(isWell);
  });

  test('added functions are not enumerable', () => {
    const keys: string[] = [];
    // oxlint-disable-next-line typescript/no-for-in-array -- for…in would list an enumerable polyfill, which is what this checks
    for (const key in [1]) keys.push(key);
    expect(keys).toEqual(['0']);
  });

  test('AbortSignal.any aborts with the first reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const any = AbortSignal.any([one.signal, other.signal]);
    expect(any.aborted).toBe(false);
    other.abort('gone');
    one.abort('late');
    expect([any.aborted, any.reason]).toEqual([true, 'gone']);
    expect(AbortSignal.any([AbortSignal.abort('before'), one.signal]).reason).toBe('before');
  });
});
