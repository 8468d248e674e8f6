import type { Note, noteLimits } from '@commons/contract/gratitude';
import { RecentMap } from '../../lib/client-state.ts';
import type { Pages } from '../../lib/pages.ts';

type Place = Pick<Note, 'positionX' | 'positionY' | 'rotation'>;

/**
 * Where a new note hangs, at random in whole percents and degrees: made of the random digits of the key it is sent with,
 * so that a note sent again, because its answer was lost, is the same note.
 */
export const placeOf = (idempotencyKey: string, limits: Pick<typeof noteLimits, keyof Place>): Place => {
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

/**
 * The colours of notes go round in their order. One that was given stays, whatever comes above or goes: a wall that
 * changes its colours with each arrival is no quiet one.
 */
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

/**
 * The notes by board: one for each page. What arrives comes onto the first, which gives its older half to a board of
 * its own when it is full.
 */
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
