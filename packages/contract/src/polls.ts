export const pollLimits = { minOptions: 2, maxOptions: 6, optionCharacters: 80, maxDays: 7 } as const;

/** Invisible characters: controls, format characters, fillers, variation selectors, and the empty Braille cell. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Returns the comparable form of an option. Options that differ only by case, width, spaces, composition or invisible
 * characters become equal. The upper case maps "ß" to "SS" and unifies the forms of the sigma.
 */
const comparableOption = (option: string): string =>
  option
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the index of the first option that repeats an earlier one, or -1. Ignores empty options. */
export function findRepeatedOption(options: readonly string[]): number {
  const comparableOptions = options.map(comparableOption);
  return comparableOptions.findIndex((option, index) => option !== '' && comparableOptions.indexOf(option) < index);
}

// Not in `feed.ts`, so that pages load this module only with a poll.
export const pollPaths = {
  votePoll: { method: 'POST', path: '/api/posts/{id}/poll/vote' },
} as const;
