import type { noteLimits } from '@commons/contract/gratitude';
import type { Note } from '@commons/contract/gratitude/schemas';
import type { Pages } from '../../lib/pages.ts';

type NotePosition = Pick<Note, 'positionX' | 'positionY' | 'rotation'>;

/**
 * Returns the position of a new note, in whole percents and degrees. It depends on the random idempotency key, so
 * that a retry creates the same note.
 */
export const createPosition = (
  idempotencyKey: string,
  limits: Pick<typeof noteLimits, keyof NotePosition>,
): NotePosition => {
  const digits = idempotencyKey.replaceAll('-', '');
  const numberFrom = ({ min, max }: { min: number; max: number }, from: number): number =>
    min + (Number.parseInt(digits.slice(from, from + 4), 16) % (max - min + 1));
  return {
    positionX: numberFrom(limits.positionX, 0),
    positionY: numberFrom(limits.positionY, 4),
    rotation: numberFrom(limits.rotation, 8),
  };
};

const colorCount = 6;

/** Assigns the six colors in turn. Notes keep their color when others are added or removed. */
export const assignColors = (notes: readonly Pick<Note, 'id'>[], assigned: Map<string, number>): number[] => {
  const firstKnownIndex = notes.findIndex(({ id }) => assigned.has(id));
  let next = firstKnownIndex === -1 ? 0 : (assigned.get(notes[firstKnownIndex]?.id ?? '') ?? 0) - firstKnownIndex;
  return notes.map(({ id }) => {
    const color = assigned.get(id) ?? ((next % colorCount) + colorCount) % colorCount;
    assigned.set(id, color);
    next = color + 1;
    return color;
  });
};

const notesPerBoard = 20;

/** Groups notes into boards, one for each page. New notes go to the first board, which is split when it is full. */
export const groupIntoBoards = <Item>({ pages }: Pick<Pages<Item>, 'pages'>): Item[][] => {
  const [first = [], ...older] = pages.map(({ items }) => items);
  const boards: Item[][] = [];
  let newest = first;
  while (newest.length >= 2 * notesPerBoard) {
    boards.unshift(newest.slice(-notesPerBoard));
    newest = newest.slice(0, -notesPerBoard);
  }
  return [newest, ...boards, ...older].filter((notes) => notes.length > 0);
};
