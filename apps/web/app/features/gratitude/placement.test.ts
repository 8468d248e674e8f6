import { noteLimits } from '@commons/contract/gratitude';
import { describe, expect, test } from 'vitest';
import { randomId } from '../../lib/random-id.ts';
import { boardsOf, coloursOf, positionFor } from './placement.ts';

const notesOf = (ids: string) => [...ids].map((id) => ({ id }));
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const pageOf = (items: number[]) => ({ items, next: null });

test('notes spread over the wall, and a retried note keeps its position', () => {
  const keys = Array.from({ length: 3_000 }, randomId);
  const positions = keys.map((key) => positionFor(key, noteLimits));
  for (const [name, { min, max }] of [
    ['positionX', noteLimits.positionX],
    ['positionY', noteLimits.positionY],
    ['rotation', noteLimits.rotation],
  ] as const) {
    const values = new Set(positions.map((position) => position[name]));
    expect([Math.min(...values), Math.max(...values)]).toEqual([min, max]);
    expect(values.size).toBe(max - min + 1);
  }
  expect(positionFor(keys[0]!, noteLimits)).toEqual(positions[0]);
});

describe('note colours', () => {
  test('cycle through six', () => {
    expect(coloursOf(notesOf('abcdefgh'), new Map())).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  });

  test('stay when notes are added or removed around them', () => {
    const assigned = new Map<string, number>();
    coloursOf(notesOf('abcd'), assigned);
    expect(coloursOf(notesOf('yzabcd'), assigned)).toEqual([4, 5, 0, 1, 2, 3]);
    expect(coloursOf(notesOf('zacde'), assigned)).toEqual([5, 0, 2, 3, 4]);
  });
});

test('each page is a board, and a full first board is split', () => {
  const sizes = (first: number) =>
    boardsOf({ pages: [pageOf(numbers(0, first)), pageOf(numbers(900, 20))] }).map(({ length }) => length);
  expect([20, 39, 40, 59, 60, 0].map(sizes)).toEqual([
    [20, 20],
    [39, 20],
    [20, 20, 20],
    [39, 20, 20],
    [20, 20, 20, 20],
    [20],
  ]);
  expect(boardsOf({ pages: [pageOf(numbers(0, 45))] }).flat()).toEqual(numbers(0, 45));
});
