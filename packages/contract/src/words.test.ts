import { expect, test } from 'vitest';
import { normalizeForDuplicates, foldText } from './fold.ts';
import { splitWords } from './words.ts';

const wordsOf = (text: string) => [...splitWords(text)].map((word) => word.text);

test.for([
  ['Müller', 'Mu\u0308ller'],
  ['CAFÉ', 'cafe'],
  ['İstanbul', 'istanbul'],
  ['ΚΌΣΜΟΣ', 'κοσμος'],
  ['ﬁn', 'ＦＩＮ'],
  ['so\u00ADft', 'so\u200Bft'],
  ['don’t', "don't"],
  ['„so“', '"so"'],
  ['a—b', 'a-b'],
  ['a\u00A0 b', 'a b'],
  ['가', '\u1100\u1161'],
] as const)('search treats %s and %s as equal', ([one, other]) => {
  expect(foldText(one)).toBe(foldText(other));
});

test.for([
  ['мой', 'мои'],
  ['か', 'が'],
  ['कि', 'क'],
  ['สี', 'ส'],
] as const)('%s and %s are different letters', ([one, other]) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

test('title comparison distinguishes accents', () => {
  expect(normalizeForDuplicates(' Re\u0301sume\u0301  ‘One’ ')).toBe(normalizeForDuplicates("RÉSUMÉ 'one'"));
  expect(normalizeForDuplicates('Résumé')).not.toBe(normalizeForDuplicates('Resume'));
});

test.for([
  ['Ⓗⓘ', ['hi']],
  ['⒜', ['a']],
  ['🄷🄸 there', ['hi', 'there']],
  ['№ 5 ㎏', ['5']],
] as const)('%s is split into %s', ([text, words]) => {
  expect(wordsOf(text)).toEqual(words);
});

test('folding a text twice changes nothing more', () => {
  for (const text of ['Straße', 'İIıi', 'Ω̈ﬃ½', 'ŉ', 'ẞ', 'Æ', '上海', '\u1E9B\u0323', 'ﾊﾞ'])
    expect(foldText(foldText(text))).toBe(foldText(text));
});

test('a text is split into words with their positions', () => {
  expect([...splitWords('😀 L‘Art')]).toEqual([
    { text: 'l', from: 3, to: 4, kind: 'whole' },
    { text: 'art', from: 5, to: 8, kind: 'whole' },
  ]);
  expect(wordsOf('½ ™ x²')).toEqual(['1', '2', 'x2']);
});

test('a run of text without spaces is split into pairs and its last character', () => {
  expect(wordsOf('上海东')).toEqual(['上海', '海东', '东']);
  expect([...splitWords('ﾊﾞﾅ')]).toEqual([
    { text: 'バナ', from: 0, to: 3, kind: 'pair' },
    { text: 'ナ', from: 2, to: 3, kind: 'tail' },
  ]);
  expect([...splitWords('海')]).toEqual([{ text: '海', from: 0, to: 1, kind: 'single' }]);
});

test('a very long word is cut between characters', () => {
  const [word] = wordsOf('\u{10400}'.repeat(200));
  expect([...word!]).toHaveLength(100);
  expect(word!.isWellFormed()).toBe(true);
});

test('words of any text consist of letters, numbers and marks', () => {
  const points = Array.from({ length: 0x10000 }, (_, point) => String.fromCharCode(point)).filter((each) =>
    each.isWellFormed(),
  );
  expect(
    wordsOf(points.map((each) => `日${each}`).join('\n')).filter((word) => !/^[\p{L}\p{N}\p{M}]+$/u.test(word)),
  ).toEqual([]);
});

test('an apostrophe that Unicode calls a letter ends a word', () => {
  expect(wordsOf('здоровʼя ʼ')).toEqual(wordsOf("здоров'я '"));
  expect(wordsOf('⽇本')).toEqual(wordsOf('日本'));
});
