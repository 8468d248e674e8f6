import type { CallsOf } from './endpoint.ts';
import type * as schemas from './polls.schemas.ts';

export type * from './polls.schemas.ts';

export const pollLimits = { minOptions: 2, maxOptions: 6, optionCharacters: 80, maxDays: 7 } as const;

/** Characters that show nothing: controls, format characters, fillers, variation selectors, and the empty Braille cell. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Reduces an option to its visible words. Options that differ only by case, width, spaces, composition or unseen
 * characters become equal. Upper case comes first: it also unites "ß" with "ss", and both forms of the final sigma.
 */
const visibleWords = (option: string): string =>
  option
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the position of the first option that says the same as one before it, or -1. Empty options are passed over. */
export function findRepeatedOption(options: readonly string[]): number {
  const words = options.map(visibleWords);
  return words.findIndex((option, index) => option !== '' && words.indexOf(option) < index);
}

// Apart from those of the feed: they come with the poll, and not with the first load.
export const pollPaths = {
  votePoll: { method: 'POST', path: '/api/posts/{id}/poll/vote' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const pollCalls: CallsOf<typeof pollPaths, typeof schemas> = pollPaths;
