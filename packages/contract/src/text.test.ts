import { expect, test } from 'vitest';
import { currentPassword, password } from './auth.schemas.ts';
import {
  addressLine,
  textLines,
  multiLine,
  optionalLine,
  graphemeLine,
  graphemeText,
  singleLine,
} from './common.schemas.ts';
import { graphemesOf } from './graphemes.ts';
import { cleanLine, cleanText, countCharacters, cutText, isBlank, isWithin } from './text.ts';

const invisible = {
  'zero-width spaces': '\u200b\u200b',
  'zero-width joiners': '\u200d',
  'a zero-width non-joiner': '\u200c',
  'a byte order mark': '\ufeff',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a grapheme joiner': '\u034f',
  'a direction override': '\u202e',
  'direction marks': '\u200e\u200f\u061c',
  isolates: '\u2066\u2067\u2068\u2069',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'a Braille blank': '\u2800',
  'variation selectors': '\ufe0f\u{e0101}',
  'a Mongolian vowel separator': '\u180e',
  'tag characters': '\u{e0041}\u{e007f}',
  'annotation characters': '\ufff9\ufffa\ufffb',
  'an object replacement character': '\ufffc',
  noncharacters: '\ufffe\uffff\ufdd0',
  'combining marks': '\u0301\u0323',
  'combining marks on a space': ' \u0301',
  'a Devanagari vowel sign': '\u093e',
  'an enclosing mark': '\u20e3',
  'a bell': '\u0007',
  'a next line': '\u0085',
  'C1 control characters': '\u0080\u009f',
  'a delete': '\u007f',
  'line and paragraph separators': '\u2028\u2029',
  'vertical tabs and form feeds': '\v\f',
  'wide and narrow spaces': '\u00a0\u2003\u202f\u3000\u1680',
  'a mixture': ' \u200b \u2060\u00a0\u0301\u0007',
};

test.for(Object.entries(invisible))('text of only %s is blank', ([, text]) => {
  expect(isBlank(text)).toBe(true);
  for (const schema of [multiLine(100), graphemeText(100).min(1), graphemeLine(100).min(1), singleLine(100).min(1)])
    expect(schema.safeParse(text).success).toBe(false);
  expect(optionalLine(100).parse(text)).toBeNull();
  expect(addressLine(100).min(1).safeParse(text).success).toBe(false);
});

test('schemas reject lone surrogates and NUL', () => {
  for (const character of ['\ud800', '\udfff', '\0']) {
    for (const schema of [textLines(100), singleLine(100)])
      for (const text of [`a${character}b`, `a${character}`, character])
        expect(schema.safeParse(text).success).toBe(false);
  }
});

const visible = [
  '👩🏽‍👩🏽‍👧🏽',
  '❤️',
  '1️⃣',
  '🏳️‍🌈',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می‌خواهم',
  'שָׁלוֹם',
  'ٱلسَّلَٰمُ عَلَيْكُمْ',
  'Việt Nam'.normalize('NFD'),
  'ही',
  'สวัสดีค่ะ',
  'བོད་ཡིག་རྒྱུད',
  'שלום\u200f!',
  '\u00ad-\u00ad',
  '.',
];

test.for(visible)('%s is stored unchanged', (text) => {
  expect(isBlank(text)).toBe(false);
  expect(multiLine(100).parse(text)).toBe(text);
  expect(graphemeText(100).parse(text)).toBe(text);
  expect(singleLine(100).parse(text)).toBe(text);
});

test.for([
  ['\u202egnihtemos', 'gnihtemos'],
  ['\u2067 שלום \u2069', 'שלום'],
  ['a\u202a\u202b\u202c\u202d\u2066\u2068b', 'ab'],
] as const)('direction controls are removed from %j', ([text, expected]) => {
  for (const schema of [singleLine(20), graphemeLine(20), optionalLine(20), multiLine(20), graphemeText(20)])
    expect(schema.parse(text)).toBe(expected);
});

test('a single-line text rejects control characters and line breaks', () => {
  for (const control of ['\u0000', '\u0007', '\u001b', '\u0085', '\n', '\u2028'])
    expect(singleLine(20).safeParse(`a${control}b`).success, JSON.stringify(control)).toBe(false);
});

test.for([
  ['a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a\nb\nc\nd\ne\nf\ng\nh'],
  ['a\tb\n\nc', 'a\tb\n\nc'],
  ['a\u0007b\u001b[31mc\u009fd\u007fe\u0001', 'ab[31mcde'],
] as const)('a multi-line text keeps only line breaks and tabs of all control characters: %j', ([text, expected]) => {
  expect(cleanText(text)).toBe(expected);
  expect(multiLine(100).parse(text)).toBe(expected);
});

const withMarks = (count: number) => `a${'\u0301'.repeat(count)}b`;

test('more than six combining marks on a letter are removed', () => {
  for (const clean of [cleanLine, cleanText]) {
    expect(clean(withMarks(6))).toBe(withMarks(6));
    expect(clean(withMarks(5_000))).toBe(withMarks(6));
    expect(clean(`a${'\u0301\u200d'.repeat(50)}b`)).toBe(`a${'\u0301\u200d'.repeat(6)}b`);
    expect(clean('ก็็็็็็็็็็')).toBe('ก็็็็็็');
  }
});

const family = '👨‍👩‍👧‍👦';

test.for([
  ['', 0, 0],
  ['abc', 3, 3],
  ['😀'.repeat(2_600), 2_600, 2_600],
  [family, 7, 1],
  ['e\u0301', 2, 1],
  ['\ud800', 1, 1],
  // One cluster of 400 code points. It must not bypass the limit.
  [`a${'\u200d'.repeat(399)}`, 400, 20],
] as const)('%j has %i code points and %i grapheme clusters', ([text, codePoints, graphemes]) => {
  expect(countCharacters(text)).toBe(codePoints);
  expect(countCharacters(text, 'graphemes')).toBe(graphemes);
});

test('letters and punctuation without combining characters are clusters of their own', () => {
  const codePoints = Array.from({ length: 0x20_30 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const characters = codePoints.filter((character) => /[ -~\u00A0-\u02FF\u2010-\u2027]/.test(character));
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const first of characters) {
    const text = characters.map((second) => first + second).join('');
    expect(graphemesOf(text)).toHaveLength([...segmenter.segment(text)].length);
  }
});

test('schemas and `isWithin` agree at the limit and one character above it', () => {
  for (const unit of ['a', 'ö', '😀', '字', 'e\u0301', family]) {
    const points = countCharacters(unit);
    for (const count of [Math.floor(100 / points), Math.floor(100 / points) + 1]) {
      const text = unit.repeat(count);
      expect(multiLine(100).safeParse(text).success).toBe(isWithin(text, 100));
      expect(singleLine(100).safeParse(text).success).toBe(isWithin(text, 100));
    }
    for (const count of [100, 101]) {
      const text = unit.repeat(count);
      expect(isWithin(text, 100, 'graphemes')).toBe(count === 100);
      for (const schema of [graphemeText(100), graphemeLine(100)])
        expect(schema.safeParse(text).success).toBe(count === 100);
    }
  }
  expect(isWithin(`  ${'a'.repeat(100)}\n`, 100)).toBe(true);
});

test.for([
  ['short', 10, 'short'],
  ['A😀😀😀', 3, 'A😀😀'],
  [`ab${family}`, 5, 'ab'],
  [`ab${family}`, 9, `ab${family}`],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['🇩🇪🇫🇷', 3, '🇩🇪'],
  ['a'.repeat(100_000), 4, 'aaaa'],
  [`a${'\u0301'.repeat(500)}b`, 4, ''],
] as const)('%j is cut to %i code points between grapheme clusters', ([text, max, expected]) => {
  expect(cutText(text, max)).toBe(expected);
});

test('a password is normalized before it is measured', () => {
  // "é" as one code point, as two, and in full width.
  for (const schema of [password, currentPassword]) {
    expect(schema.parse('café au lait'.normalize('NFD'))).toBe('café au lait'.normalize('NFC'));
    expect(schema.parse('ｃafé au lait')).toBe('café au lait');
    expect(schema.safeParse('😀'.repeat(128)).success).toBe(true);
    expect(schema.safeParse('😀'.repeat(129)).success).toBe(false);
    expect(schema.safeParse('e\u0301'.repeat(128)).success).toBe(true);
    // Normalization expands ligatures.
    expect(schema.safeParse('ﬃ'.repeat(43)).success).toBe(false);
  }
  expect(password.safeParse('e\u0301'.repeat(9)).success).toBe(false);
  expect(password.safeParse('😀'.repeat(9)).success).toBe(false);
  expect(password.safeParse('😀'.repeat(10)).success).toBe(true);
});
