import { expect, test } from 'vitest';
import { growthOfCost } from '../../lib/test-growth.ts';
import { hasMutedWord } from './muted-words.ts';

test.for([
  ['diet', 'My new diet begins', true],
  ['diet', 'DIET!', true],
  ['diet', '(diet)', true],
  ['diet', 'No dieting today', false],
  ['diet', 'prediet', false],
  ['diet', 'diet2', false],
  ['cafe', 'At the Café', true],
  ['CAFÉ', 'at the cafe\u0301', true],
  ['diet talk', 'More diet\n talk, please', true],
  ['diet talk', 'The diet. Talk later', false],
  ["don't", 'I don’t know', true],
  ['c++', 'I learn C++ now', true],
  ['$5', 'It costs $5', true],
  ['a.b', 'acb', false],
  ['减肥', '我在减肥中', true],
  ['ダイエット', '今日のダイエットは', true],
  ['Straße', 'Auf der straße', true],
  ['🎰', 'I won 🎰 today', true],
  ['выборы', 'Сегодня Выборы!', true],
  ['выборы', 'предвыборы', false],
  ['self-harm', 'It is about self-harm.', true],
  ['self-harm', 'It is about self‑harm.', true],
  ['“quiet”', 'a "quiet" day', true],
  ['diet', 'my di\u00ADet', true],
  ['diet', 'ＤＩＥＴ', true],
  ['diet', '“diet”—again', true],
  ['STRASSE', 'Auf der Straße', true],
  ['다이어트', '다이어트를 시작', true],
  ['елка', 'Новая ёлка', true],
  ['\u0301', 'any text', false],
] as const)('finds “%s” in “%s”: %s', ([word, text, isFound]) => {
  expect(hasMutedWord([word], [null, text])).toBe(isFound);
});

test('finds each of several words, and nothing with an empty list', () => {
  const words = ['diet', 'election', '.*'];
  expect(hasMutedWord(words, ['Nothing', 'An election'])).toBe(true);
  expect(hasMutedWord(words, ['Nothing of it'])).toBe(false);
  expect(hasMutedWord([], ['diet'])).toBe(false);
});

test('searches for a hundred words in time linear in the text length', () => {
  const words = Array.from({ length: 100 }, (_, number) => `${'a'.repeat(30)} ${number}`);
  expect(growthOfCost('a'.repeat(5_000), (text) => expect(hasMutedWord(words, [text])).toBe(false))).toBeLessThan(24);
});
