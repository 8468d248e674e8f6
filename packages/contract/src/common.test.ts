import { expect, test } from 'vitest';
import { multiLine, optionalLine, seenLine, seenText, singleLine } from './common.schemas.ts';

const invisible = {
  'zero-width spaces': '\u200b\u200b',
  'zero-width joiners': '\u200d',
  'a soft hyphen': '\u00ad',
  'a mark of direction': '\u202e',
  'a filler of Hangul': '\u3164',
  'a blank of Braille': '\u2800',
  'a selector of variants': '\ufe0f',
  'letters of a tag': '\u{e0041}\u{e007f}',
  'some of them between spaces': ' \u200b \u2060\u00a0',
};

test.for(Object.entries(invisible))('%s are nothing that a person wrote', ([, text]) => {
  for (const schema of [multiLine(100), seenText(100).min(1), seenLine(100).min(1), singleLine(100).min(1)])
    expect(schema.safeParse(text).success).toBe(false);
  expect(optionalLine(100).parse(text)).toBeNull();
});

test('what is invisible stays where it joins or turns what is seen', () => {
  for (const text of [
    '👩🏽‍👩🏽‍👧🏽',
    '❤️',
    'می‌خواهم',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u202bשלום\u202c',
  ])
    expect(multiLine(100).parse(text)).toBe(text);
});

test('a line that stands within sentences turns none of them; its letters keep their own direction', () => {
  for (const [text, expected] of [
    ['\u202egnihtemos', 'gnihtemos'],
    ['\u2067 שלום \u2069', 'שלום'],
    ['a\u202a\u202b\u202c\u202d\u2066\u2068b', 'ab'],
    ['שלום\u200f!', 'שלום\u200f!'],
  ] as const)
    for (const schema of [singleLine(20), seenLine(20), optionalLine(20)]) expect(schema.parse(text)).toBe(expected);
  for (const control of ['\u0000', '\u0007', '\u001b', '\u0085', '\n', '\u2028'])
    expect(singleLine(20).safeParse(`a${control}b`).success, JSON.stringify(control)).toBe(false);
});
