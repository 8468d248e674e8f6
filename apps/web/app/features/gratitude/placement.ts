import type { Note, noteLimits } from '@commons/contract/gratitude';
import { RecentMap } from '../../lib/client-state.ts';
import type { Pages } from '../../lib/pages.ts';

type Place = Pick<Note, 'positionX' | 'positionY' | 'rotation'>;

/**
 * Returns the position of a new note, in whole percents and degrees. It is derived from the random idempotency key, so
 * that a retry creates the same note.
 */
export const positionFor = (idempotencyKey: string, limits: Pick<typeof noteLimits, keyof Place>): Place => {
  const digits = idempotencyKey.replaceAll('-', '');
  const within = ({ min, max }: { min: number; max: number }, from: number): number =>
    min + (Number.parseInt(digits.slice(from, from + 4), 16) % (max - min + 1));
  return {
    positionX: within(limits.positionX, 0),
    positionY: within(limits.positionY, 4),
    rotation: within(limits.rotation, 8),
  };
};

const noteColours = 6;
const colours = new RecentMap<string, number>();

/** Assigns the six colours in turn. Known notes keep their colour when others are added or removed. */
export const coloursOf = (notes: readonly Pick<Note, 'id'>[], given: Map<string, number> = colours): number[] => {
  const known = notes.findIndex(({ id }) => given.has(id));
  let next = known === -1 ? 0 : (given.get(notes[known]?.id ?? '') ?? 0) - known;
  return notes.map(({ id }) => {
    const colour = given.get(id) ?? ((next % noteColours) + noteColours) % noteColours;
    given.set(id, colour);
    next = colour + 1;
    return colour;
  });
};

const boardNotes = 20;

/** Groups notes into boards, one for each page. New notes go to the first board; a full one is split in half. */
export const boardsOf = <Item>({ pages }: Pick<Pages<Item>, 'pages'>): Item[][] => {
  const [first = [], ...older] = pages.map(({ items }) => items);
  const boards: Item[][] = [];
  let rest = first;
  while (rest.length >= 2 * boardNotes) {
    boards.unshift(rest.slice(-boardNotes));
    rest = rest.slice(0, -boardNotes);
  }
  return [rest, ...boards, ...older].filter((notes) => notes.length > 0);
};
