import { expect, test } from 'vitest';
import { pollInput } from './polls.schemas.ts';
import { findRepeatedOption } from './polls.ts';

const refusal = (options: string[]) =>
  pollInput.safeParse({ options, days: 1 }).error?.issues.map(({ message }) => message);

test.for<[what: string, one: string, other: string]>([
  ['nothing', 'Tea', 'Tea'],
  ['case', 'Tea', 'tEA'],
  ['spaces around it', 'Tea', ' Tea '],
  ['spaces within it', 'Green tea', 'Green  tea'],
  ['another space', 'Green tea', 'Green\u00A0tea'],
  ['an ideographic space', 'Green tea', 'Green\u3000tea'],
  ['width', 'Tea 1', 'Ｔｅａ　１'],
  ['composition', 'Café', 'Cafe\u0301'],
  ['a ligature', 'coffee', 'co\uFB00ee'],
  ['sharp s', 'Straße', 'STRASSE'],
  ['final sigma', 'ΟΔΟΣ', 'οδοσ'],
  ['long s', 'sun', '\u017Fun'],
  ['a zero-width space', 'Tea', 'T\u200Bea'],
  ['a zero-width joiner', 'Tea', 'Te\u200Da'],
  ['a zero-width non-joiner', 'Tea', 'Tea\u200C'],
  ['a byte order mark', 'Tea', '\uFEFFTea'],
  ['a word joiner', 'Tea', 'Te\u2060a'],
  ['a soft hyphen', 'Tea', 'Te\u00ADa'],
  ['a bidirectional mark', 'Tea', '\u200ETea'],
  ['a bidirectional override', 'Tea', '\u202DTea\u202C'],
  ['an isolate', 'Tea', '\u2066Tea\u2069'],
  ['a combining grapheme joiner', 'Tea', 'Te\u034Fa'],
  ['a variation selector', '❤', '❤\uFE0F'],
  ['a supplementary variation selector', 'Tea', 'Tea\u{E0101}'],
  ['a tag character', 'Tea', 'Tea\u{E0041}'],
  ['a Hangul filler', 'Tea', 'Tea\u3164'],
  ['a Braille blank', 'Tea', 'Tea\u2800'],
  ['a Mongolian vowel separator', 'Tea', 'Te\u180Ea'],
  ['an invisible operator', 'Tea', 'Te\u2063a'],
  ['an Arabic letter mark', 'Tea', '\u061CTea'],
  ['several of these', 'Café au lait', ' CAFE\u0301\u200B  au\u00A0ｌａｉｔ\uFEFF '],
])('rejects two options that differ only by %s', ([, one, other]) => {
  expect(findRepeatedOption([one, 'Water', other])).toBe(2);
  expect(refusal([one, 'Water', other])).toEqual(['Please make each option different']);
});

test.for<string[]>([
  ['Tea', 'Tee'],
  ['1', '11'],
  ['a', 'á'],
  ['Yes', 'Yes!'],
  ['👍', '👎'],
  ['👍🏽', '👍🏿'],
  ['ja', 'はい', 'नहीं'],
  ['resume', 'résumé'],
  ['C', 'C++', 'C#'],
])('accepts %o as different options', (options) => {
  expect(findRepeatedOption(options)).toBe(-1);
  expect(refusal(options)).toBeUndefined();
});
