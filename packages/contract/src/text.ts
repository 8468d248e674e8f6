import { graphemesOf } from './graphemes.ts';

/**
 * How a limit counts: in Unicode code points, as `maxLength` of JSON Schema does, or in grapheme clusters, which are
 * characters as a person sees them. Gratitude notes and wins count grapheme clusters; everything else code points.
 */
export type CharacterUnit = 'codePoints' | 'graphemes';

/** Maximum code points per grapheme cluster, on average. A family with skin tones has 11, the flag of Scotland 7. */
export const maxCodePointsPerGrapheme = 20;

const surrogatePairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

const countCodePoints = (text: string): number => text.length - (text.match(surrogatePairs)?.length ?? 0);

/** The length of a text, as its limit counts it. A grapheme cluster of very many code points counts more than once. */
export function countCharacters(text: string, unit: CharacterUnit = 'codePoints'): number {
  const codePoints = countCodePoints(text);
  if (unit === 'codePoints') return codePoints;
  return Math.max(graphemesOf(text).length, Math.ceil(codePoints / maxCodePointsPerGrapheme));
}

/**
 * Characters that draw nothing when they stand alone: spaces, control and format characters, combining marks, fillers,
 * blanks of Braille (U+2800) and of hieroglyphs, the placeholder of an object, noncharacters. NUL and lone surrogates are
 * left to the schemas, which refuse them by name.
 */
const unseen =
  /^(?:(?!\0)[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}])*$/u;

/** Whether a text has nothing that a reader would see. */
export const isBlank = (text: string): boolean => unseen.test(text);

/**
 * Embeddings, overrides and isolates change the direction of the text that follows them until another character ends
 * them. Pasted text contains them unseen, so they are removed instead of refused.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Combining marks beyond six on one letter. More of them only draw over the lines around. Six are enough for pointed
 * Hebrew and Arabic, Vietnamese, and Tibetan.
 */
const excessMarks = /((?:\p{M}\p{Cf}*){6})\p{M}[\p{M}\p{Cf}]*/gu;

/** A single-line text as it is stored: trimmed, and empty if a reader would see nothing of it. */
export const cleanLine = (text: string): string => {
  const cleaned = text.replace(directionControls, '').replace(excessMarks, '$1').trim();
  return isBlank(cleaned) ? '' : cleaned;
};

const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// NUL stays: the schema refuses it, because nobody types it.
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const controls = /[\u0001-\u0008\u000E-\u001F\u007F-\u009F]/g;

/** A text of several lines as it is stored: like a line, but with line breaks and tabs, and no other control characters. */
export const cleanText = (text: string): string => cleanLine(text.replace(lineBreaks, '\n').replace(controls, ''));

/** The beginning of a text, up to so many code points. Never cuts through a grapheme cluster. */
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

/** Whether a text keeps within its limit, as it would be stored. */
export const isWithin = (text: string, maxCharacters: number, unit?: CharacterUnit): boolean =>
  countCharacters(cleanText(text), unit) <= maxCharacters;
