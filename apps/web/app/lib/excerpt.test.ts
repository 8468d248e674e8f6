import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test.for([
  ['Short.', 20, 'Short.'],
  ['One two. Three', 8, 'One two…'],
  ['One two. Three', 10, 'One two…'],
  ['One two... Three', 10, 'One two…'],
  ['One two… Three', 9, 'One two…'],
  ['First\n\n  second third', 12, 'First second…'],
  ['First second third', 14, 'First second…'],
  ['我家在上海东边。今天很好', 8, '我家在上海东边…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301…'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 30, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'],
  ['   ', 5, ''],
] as const)('the excerpt of %o in %i graphemes', ([text, max, excerpt]) => {
  expect(excerptOf(text, max)).toBe(excerpt);
});
