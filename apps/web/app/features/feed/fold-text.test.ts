import { describe, expect, test } from 'vitest';
import { estimateLines, foldText } from './fold-text.ts';

test.each([
  ['one line', 1],
  ['a\n\nb', 3],
  ['x'.repeat(55), 2],
  ['字'.repeat(28), 2],
])('estimates the lines of %j: %d', (text, lines) => {
  expect(estimateLines(text)).toBe(lines);
});

/** 80 characters, including the space at the end. */
const sentence = 'This morning I walked around the whole block again, slowly, and was glad of it. ';

describe('a long text is cut', () => {
  test('only if it is long enough', () => {
    expect(foldText('A few words. And a few more.')).toBeNull();
    expect(foldText(sentence.repeat(9))).toBeNull();
    expect(foldText(sentence.repeat(40))).not.toBeNull();
  });

  test('at the end of a sentence near the limit', () => {
    expect(foldText(sentence.repeat(40))).toBe(sentence.repeat(8).trimEnd());
  });

  test.each(['Dr. Okafor', 'Mrs. Hall', 'J. Okafor', 'St. Agnes', '7 p.m. Sunday', 'https://example.org/?Page=2'])(
    'not inside %s',
    (name) => {
      const before = sentence.repeat(6);
      const longSentence = `We met ${name} ${'and walked on by the river '.repeat(40)}. `;
      expect(foldText(before + longSentence)).toBe(before.trimEnd());
    },
  );

  test('at the end of a line in a list or poem', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `- line ${index + 1}`);
    expect(foldText(lines.join('\n'))).toBe(lines.slice(0, 12).join('\n'));
  });

  test('at sentence ends of other scripts', () => {
    const japanese = '今日は川まで歩いて、少し休んでから帰りました。'.repeat(60);
    expect(foldText(japanese)).toMatch(/帰りました。$/);
    const hindi = 'आज मैं नदी तक गया और थोड़ी देर बैठा। '.repeat(60);
    expect(foldText(hindi)).toMatch(/बैठा।$/);
    const arabic = 'هل مشيت اليوم إلى النهر؟ نعم، وجلست قليلا. '.repeat(60);
    expect(foldText(arabic)).toMatch(/[؟.]$/);
  });

  test('after a word, with an ellipsis, if no sentence ends', () => {
    const folded = foldText('and then we walked on '.repeat(100))!;
    expect(folded).toMatch(/ (and|then|we|walked|on) …$/);
    expect(folded.length).toBeGreaterThan(500);
    expect(estimateLines(folded)).toBeLessThanOrEqual(12);
  });

  test('between two characters, if it has only one word', () => {
    const folded = foldText('👩🏽‍🌾'.repeat(400))!;
    expect(folded).toMatch(/^(👩🏽‍🌾)+ …$/u);
    expect(foldText('x'.repeat(5_000))!.length).toBeLessThanOrEqual(650);
  });

  test('before or after a URL, never inside it, with a space before the ellipsis', () => {
    const url = `https://example.org/${'a'.repeat(500)}?data=1`;
    const words = 'and then we walked on '.repeat(10);
    expect(foldText(`${words}${url} ${words.repeat(5)}`)).toBe(`${words.trimEnd()} …`);
    expect(foldText(`${url}${'b'.repeat(400)} ${words}`)).toBe(`${url}${'b'.repeat(400)} …`);
    const folded = foldText(`${words.repeat(2)} https://example.org/night ${words.repeat(20)}`)!;
    expect(folded).toMatch(/\S …$/);
  });

  test('never to an empty text', () => {
    expect(foldText(`a${'\n'.repeat(4_998)}b`)).toBe('a …');
    expect(foldText(`a${'\u0301'.repeat(4_999)}`)).toMatch(/^a\u0301+ …$/);
  });
});
