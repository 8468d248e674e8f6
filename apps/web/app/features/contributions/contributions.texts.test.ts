import { expect, test } from 'vitest';
import { contributionName } from './contributions.texts.ts';

const author = { displayName: 'Ana Field' };

test.each([
  ['First light', 'First light'],
  ['One line\n\n  and another', 'One line and another'],
  ['A text that goes on for longer than anyone would hear', 'A text that goes on for longer than…'],
  ['x'.repeat(60), `${'x'.repeat(40)}…`],
  ['👩🏽‍🌾'.repeat(41), `${'👩🏽‍🌾'.repeat(40)}…`],
])('shortens %j to %j in the accessible name', (content, excerpt) => {
  expect(contributionName('post', { author, content }, false)).toBe(`post by Ana Field: ${excerpt}`);
});
