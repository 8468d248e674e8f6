/** As words are compared: without accents, in lower case, with one kind of apostrophe and one kind of space. */
const comparable = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/\s+/g, ' ');

/** Scripts that write no space between words: a word of theirs begins and ends anywhere. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}]`;
const spaced = new RegExp(`^(?![${unspaced}])${wordCharacter}`, 'u');

const patternOf = (word: string): string => {
  const characters = [...comparable(word)];
  const before = spaced.test(characters[0] ?? '') ? `(?<!${wordCharacter})` : '';
  const after = spaced.test(characters.at(-1) ?? '') ? `(?!${wordCharacter})` : '';
  return `${before}${characters.join('').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}${after}`;
};

const patterns = new WeakMap<readonly string[], RegExp>();

/** Whether one of the words stands in one of the texts: as a whole word, whatever its case and accents. */
export const hasMutedWord = (words: readonly string[], texts: readonly (string | null)[]): boolean => {
  if (words.length === 0) return false;
  const pattern = patterns.get(words) ?? new RegExp(words.map(patternOf).join('|'), 'u');
  patterns.set(words, pattern);
  return texts.some((text) => text !== null && pattern.test(comparable(text)));
};
