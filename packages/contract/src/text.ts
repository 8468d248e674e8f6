import { graphemesOf } from './graphemes.ts';

/**
 * The unit of a length limit: Unicode code points, as in `maxLength` of JSON Schema, or grapheme clusters, the
 * characters that a person sees. Gratitude notes and wins count grapheme clusters; everything else counts code points.
 */
export type CharacterUnit = 'codePoints' | 'graphemes';

/** Maximum average of code points per grapheme cluster. A family emoji with skin tones has 11. */
export const maxCodePointsPerGrapheme = 20;

const surrogatePairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

const countCodePoints = (text: string): number => text.length - (text.match(surrogatePairs)?.length ?? 0);

/** Returns the length of a text in a unit. A grapheme cluster of very many code points counts more than once. */
export function countCharacters(text: string, unit: CharacterUnit = 'codePoints'): number {
  const codePoints = countCodePoints(text);
  if (unit === 'codePoints') return codePoints;
  return Math.max(graphemesOf(text).length, Math.ceil(codePoints / maxCodePointsPerGrapheme));
}

/**
 * Text of only characters that are invisible on their own: spaces, control and format characters, combining marks,
 * fillers, blanks of Braille (U+2800) and of hieroglyphs, the object replacement character, noncharacters. NUL and lone
 * surrogates are not included, because the schemas reject them with their own message.
 */
const invisible =
  /^(?:(?!\0)[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}])*$/u;

/** Returns whether a text has no visible characters. */
export const isBlank = (text: string): boolean => invisible.test(text);

/**
 * Embeddings, overrides and isolates: they change the direction of the text that follows. They are removed instead of
 * rejected, because pasted text often contains them.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Combining marks after the sixth on one letter, which would cover the neighboring lines. Six are enough for pointed
 * Hebrew and Arabic, Vietnamese, and Tibetan.
 */
const excessMarks = /((?:\p{M}\p{Cf}*){6})\p{M}[\p{M}\p{Cf}]*/gu;

/** Returns the stored form of a single-line text: trimmed, and empty if nothing is visible. */
export const cleanLine = (text: string): string => {
  const cleaned = text.replace(directionControls, '').replace(excessMarks, '$1').trim();
  return isBlank(cleaned) ? '' : cleaned;
};

const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// Not NUL: the schemas reject it.
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const controls = /[\u0001-\u0008\u000E-\u001F\u007F-\u009F]/g;

/** Returns the stored form of a multi-line text: like `cleanLine`, without control characters except `\n` and `\t`. */
export const cleanText = (text: string): string => cleanLine(text.replace(lineBreaks, '\n').replace(controls, ''));

/** Returns the start of a text, at most `maxCharacters` code points. Never splits a grapheme cluster. */
export function cutText(text: string, maxCharacters: number): string {
  // A code point has at most two UTF-16 units.
  if (countCharacters(text.slice(0, maxCharacters * 2 + 1)) <= maxCharacters) return text;
  let [cut, room] = ['', maxCharacters];
  for (const grapheme of graphemesOf(text.slice(0, maxCharacters * 2 + 64))) {
    room -= countCharacters(grapheme);
    if (room < 0) break;
    cut += grapheme;
  }
  return cut;
}

/** Returns whether the stored form of a text is within a limit. */
export const isWithin = (text: string, maxCharacters: number, unit?: CharacterUnit): boolean =>
  countCharacters(cleanText(text), unit) <= maxCharacters;
