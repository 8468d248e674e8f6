import { foldText } from './fold.ts';
import { graphemesOf } from './graphemes.ts';

/**
 * A word of a text, folded, and its place in the text in UTF-16 units. Scripts without spaces have no words: each `pair`
 * of neighbouring characters counts as one. The `tail` is the last character of such a run, a `single` a run of one.
 */
export type Word = { text: string; from: number; to: number; kind: 'whole' | 'pair' | 'tail' | 'single' };

/**
 * Chinese, Japanese, Thai, Lao, Khmer, Burmese; and Korean, whose particles are written with the word. Unicode assigns the
 * apostrophe U+02BC to Thai, too, but Ukrainian and other languages use it. Radicals of Kangxi are symbols that NFKC makes letters.
 */
const unspaced = String.raw`(?=[\p{L}\p{N}\p{M}\u2F00-\u2FD5])(?!\u02BC)[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** A mark that encloses a character makes a keycap of a number: the word ends there. */
const attached = String.raw`[\p{Mn}\p{Mc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
/** Letters, numbers, and letters in circles and squares, which Unicode counts as symbols. */
const letter = String.raw`(?!${unspaced})[\p{L}\p{N}\u249C-\u24E9\u{1F110}-\u{1F149}]`;
const run = new RegExp(`(${unspaced}(?:${unspaced}|${attached})*)|${letter}(?:${letter}|${attached})*`, 'gu');
/** The database's words end at 2 KB. */
const maxWordCharacters = 100;

/**
 * Splits a text into words. The index and the query both use it. Whatever is neither letter nor number ends a word:
 * quotes, apostrophes, dashes, dots, slashes, emoji.
 */
export function* splitWords(text: string): Generator<Word> {
  for (const { 0: found, 1: unspacedRun, index } of text.matchAll(run)) {
    if (unspacedRun !== undefined) yield* pairsOf(unspacedRun, index);
    else
      for (const [word] of foldText(found).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
        const short = word.length > maxWordCharacters ? [...word].slice(0, maxWordCharacters).join('') : word;
        yield { text: short, from: index, to: index + found.length, kind: 'whole' };
      }
  }
}

function* pairsOf(text: string, offset: number): Generator<Word> {
  let from = offset;
  const characters = graphemesOf(text).flatMap((grapheme) => {
    const place = { from, to: from + grapheme.length };
    from = place.to;
    // Compatibility forms may contain brackets, which the text form of a document cannot hold.
    const folded = foldText(grapheme).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
    return Array.from(folded, (character) => ({ character, ...place }));
  });
  for (const [position, { character, ...place }] of characters.entries()) {
    const next = characters[position + 1];
    if (next) yield { text: character + next.character, from: place.from, to: next.to, kind: 'pair' };
    else yield { text: character, ...place, kind: characters.length === 1 ? 'single' : 'tail' };
  }
}
