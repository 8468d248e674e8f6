import { foldText } from '@commons/contract/fold';

/** Scripts without spaces between words match anywhere. In Korean, particles follow a word directly. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}`;
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}]`;
const spaced = new RegExp(`^(?![${unspaced}])${wordCharacter}`, 'u');

const patternOf = (folded: string): string => {
  const characters = [...folded];
  const before = spaced.test(characters[0] ?? '') ? `(?<!${wordCharacter})` : '';
  const after = spaced.test(characters.at(-1) ?? '') ? `(?!${wordCharacter})` : '';
  return `${before}${characters.join('').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}${after}`;
};

const patterns = new WeakMap<readonly string[], RegExp>();

/** Words that fold to nothing, such as a single accent, are ignored. */
const patternOfAll = (words: readonly string[]): RegExp => {
  const folded = words.map((word) => foldText(word).trim()).filter((word) => word !== '');
  return folded.length === 0 ? /$^/ : new RegExp(folded.map(patternOf).join('|'), 'u');
};

/** Whether one of the texts contains one of the words as a whole word. Both are folded with `foldText`. */
export const hasMutedWord = (words: readonly string[], texts: readonly (string | null)[]): boolean => {
  if (words.length === 0) return false;
  const pattern = patterns.get(words) ?? patternOfAll(words);
  patterns.set(words, pattern);
  return texts.some((text) => text !== null && pattern.test(foldText(text)));
};
