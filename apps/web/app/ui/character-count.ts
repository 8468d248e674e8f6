import { graphemesOf } from '../lib/locale.ts';

export type CharacterLimit = {
  max: number;
  /** `graphemes` as a person sees them; `units` as JavaScript's `length` and the contract's `max` count them. */
  countedIn: 'graphemes' | 'units';
};

export const countCharacters = (text: string, limit: CharacterLimit) =>
  limit.countedIn === 'graphemes' ? graphemesOf(text).length : text.length;
