import { expect, test } from 'vitest';
import { findOddEnglish, reportOverBudget } from './plain-english.ts';

const numbersIn = (file: string, text: string) => findOddEnglish([{ file, text }]).odd.map(({ number }) => number);

const plainLine = 'Returns the unread count of a member.';
const oddLine = 'What a member has not read is told to whoever asks.';

test('reads block comments, line comments and test titles, but no code', () => {
  const lines = [
    `/** ${oddLine} */`,
    '/**',
    ` * ${plainLine}`,
    ` * ${oddLine}`,
    ' */',
    `const text = '${oddLine}'; // ${oddLine}`,
    `test('${oddLine}', () => {});`,
    'test.each([1])(',
    `  '${oddLine}',`,
    ');',
  ];
  expect(numbersIn('a.ts', lines.join('\n'))).toEqual([1, 4, 6, 7, 9]);
});

test('reads Markdown without its code blocks', () => {
  expect(numbersIn('a.md', ['# Title', '```sh', oddLine, '```', `- ${oddLine}`].join('\n'))).toEqual([5]);
});

test.each([
  'Asks whoever has the lock.',
  'Stops: what queued goes on.',
  'Depends on what the server does.',
  'Reads what is left over.',
  'Deletes all that has expired.',
  'Creates so many members with posts.',
  'A notification that is told at once.',
  'Waits for requests that are under way.',
])('finds odd English: %s', (text) => expect(numbersIn('a.md', text)).toEqual([1]));

test.each(['What is an event?', 'Members who block each other see no posts.', 'Retries: the server may be down.'])(
  'accepts plain English: %s',
  (text) => expect(numbersIn('a.md', text)).toEqual([]),
);

test('reports the lines only when they exceed 1 %', () => {
  const repeat = (count: number) => `${oddLine}\n`.repeat(count) + `${plainLine}\n`.repeat(200 - count);
  const report = (count: number) => reportOverBudget(findOddEnglish([{ file: 'a.md', text: repeat(count) }]));
  expect(report(2)).toBeUndefined();
  expect(report(3)).toContain(`a.md:3: ${oddLine} (use a common word)\n3 of 200 lines`);
});
