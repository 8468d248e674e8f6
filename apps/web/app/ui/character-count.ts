const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** Characters as a person sees them: an emoji with a skin tone, or a letter with its accent, is one. */
function countGraphemes(text: string): number {
  if (segmenter === undefined) return [...text].length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

export type CharacterLimit = {
  max: number;
  /** `graphemes` as a person sees them; `units` as JavaScript's `length` and the contract's `max` count them. */
  countedIn: 'graphemes' | 'units';
};

export const countCharacters = (text: string, limit: CharacterLimit) =>
  limit.countedIn === 'graphemes' ? countGraphemes(text) : text.length;
