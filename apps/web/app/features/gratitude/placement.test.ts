import { noteLimits } from '@commons/contract/gratitude';
import { describe, expect, test } from 'vitest';
import { randomId } from '../../lib/random-id.ts';
import { groupIntoBoards, assignColors, createPosition } from './placement.ts';

const notesOf = (ids: string) => [...ids].map((id) => ({ id }));
const numbersFrom = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const pageOf = (items: number[]) => ({ items, next: null });

test('notes use all positions of the wall, and a retried note keeps its position', () => {
  const keys = Array.from({ length: 3_000 }, randomId);
  const positions = keys.map((key) => createPosition(key, noteLimits));
  for (const [name, { min, max }] of [
    ['positionX', noteLimits.positionX],
    ['positionY', noteLimits.positionY],
    ['rotation', noteLimits.rotation],
  ] as const) {
    const values = new Set(positions.map((position) => position[name]));
    expect([Math.min(...values), Math.max(...values)]).toEqual([min, max]);
    expect(values.size).toBe(max - min + 1);
  }
  expect(createPosition(keys[0]!, noteLimits)).toEqual(positions[0]);
});

describe('note colors', () => {
  test('cycle through six colors', () => {
    expect(assignColors(notesOf('abcdefgh'), new Map())).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  });

  test('stay the same when other notes are added or removed', () => {
    const assigned = new Map<string, number>();
    assignColors(notesOf('abcd'), assigned);
    expect(assignColors(notesOf('yzabcd'), assigned)).toEqual([4, 5, 0, 1, 2, 3]);
    expect(assignColors(notesOf('zacde'), assigned)).toEqual([5, 0, 2, 3, 4]);
  });
});

test('each page becomes a board, and a full first board is split', () => {
  const sizes = (first: number) =>
    groupIntoBoards({ pages: [pageOf(numbersFrom(0, first)), pageOf(numbersFrom(900, 20))] }).map(
      ({ length }) => length,
    );
  expect([20, 39, 40, 59, 60, 0].map(sizes)).toEqual([
    [20, 20],
    [39, 20],
    [20, 20, 20],
    [39, 20, 20],
    [20, 20, 20, 20],
    [20],
  ]);
  expect(groupIntoBoards({ pages: [pageOf(numbersFrom(0, 45))] }).flat()).toEqual(numbersFrom(0, 45));
});
