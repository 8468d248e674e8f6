import { foldText } from './fold.ts';
import { graphemesOf } from './graphemes.ts';

/**
 * A folded word and its position in the text, in UTF-16 units. In scripts without spaces, each `pair` of adjacent
 * characters is a word, and so is the last character of a run (`tail`). A `single` is a run of one character.
 */
export type Word = { text: string; from: number; to: number; kind: 'whole' | 'pair' | 'tail' | 'single' };

/**
 * Chinese, Japanese, Thai, Lao, Khmer, Burmese, and Korean, where particles are attached to words. Excludes the
 * apostrophe U+02BC: Unicode assigns it to Thai, but Ukrainian uses it. Includes Kangxi radicals, which NFKC converts
 * to letters.
 */
const unspaced = String.raw`(?=[\p{L}\p{N}\p{M}\u2F00-\u2FD5])(?!\u02BC)[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** Characters that belong to the letter before them. Enclosing marks do not: they make a keycap of a number. */
const attached = String.raw`[\p{Mn}\p{Mc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
/** Letters, numbers, and letters in circles and squares, which Unicode counts as symbols. */
const letter = String.raw`(?!${unspaced})[\p{L}\p{N}\u249C-\u24E9\u{1F110}-\u{1F149}]`;
const run = new RegExp(`(${unspaced}(?:${unspaced}|${attached})*)|${letter}(?:${letter}|${attached})*`, 'gu');
/** Keeps a word below PostgreSQL's limit of 2 KB. */
const maxWordCharacters = 100;

/**
 * Splits a text into words, for the index and for queries. Any character that is not a letter or a number ends a word.
 */
export function* splitWords(text: string): Generator<Word> {
  for (const { 0: match, 1: unspacedRun, index } of text.matchAll(run)) {
    if (unspacedRun !== undefined) yield* pairsOf(unspacedRun, index);
    else
      for (const [word] of foldText(match).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
        const short = word.length > maxWordCharacters ? [...word].slice(0, maxWordCharacters).join('') : word;
        yield { text: short, from: index, to: index + match.length, kind: 'whole' };
      }
  }
}

function* pairsOf(text: string, offset: number): Generator<Word> {
  let from = offset;
  const characters = graphemesOf(text).flatMap((grapheme) => {
    const range = { from, to: from + grapheme.length };
    from = range.to;
    // Compatibility forms can contain brackets, which a tsvector's text form cannot contain.
    const folded = foldText(grapheme).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
    return Array.from(folded, (character) => ({ character, ...range }));
  });
  for (const [position, { character, ...place }] of characters.entries()) {
    const next = characters[position + 1];
    if (next) yield { text: character + next.character, from: place.from, to: next.to, kind: 'pair' };
    else yield { text: character, ...place, kind: characters.length === 1 ? 'single' : 'tail' };
  }
}
