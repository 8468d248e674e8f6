import { expect, test } from 'vitest';
import { arrangeNotes } from './arrangement.ts';

const board = { width: 640, noteWidth: 168, minTop: 0 };
const wishAt = (left: number, top: number, height = 130) => ({ left, top, height });

test('a note with room keeps its place', () => {
  const wishes = [wishAt(0, 0), wishAt(300, 40), wishAt(100, 300)];
  for (const { left, top, wish } of arrangeNotes(wishes, board))
    expect({ left, top }).toMatchObject({ left: wish.left, top: wish.top });
});

test.each([
  ['a desktop’s board', 640, 168],
  ['a phone’s board', 343, 158],
  ['a board as wide as one note', 168, 168],
])('on %s, no note covers another, and all are inside its sides', (_, width, noteWidth) => {
  const wishes = Array.from({ length: 39 }, (_, index) =>
    wishAt(((index * 37) % 100) * 0.01 * (width - noteWidth), (index * 53) % 700, 128 + ((index * 29) % 250)),
  );
  const places = arrangeNotes(wishes, { width, noteWidth, minTop: 12 });
  for (const [index, place] of places.entries()) {
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left).toBeLessThanOrEqual(width - noteWidth);
    expect(place.top).toBeGreaterThanOrEqual(12);
    for (const other of places.slice(0, index)) {
      const isBeside = Math.abs(place.left - other.left) >= noteWidth;
      const isAbove = place.top + place.wish.height <= other.top;
      const isBelow = place.top >= other.top + other.wish.height;
      expect(isBeside || isAbove || isBelow).toBe(true);
    }
  }
});

test('a note at the end moves no other', () => {
  const wishes = Array.from({ length: 20 }, () => wishAt(200, 200));
  expect(arrangeNotes([...wishes, wishAt(200, 200)], board).slice(0, 20)).toEqual(arrangeNotes(wishes, board));
});
