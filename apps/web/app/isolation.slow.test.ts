import { expect, test } from 'vitest';
import { countWrongPages } from './test-home-page.tsx';

test('a thousand pages of two members contain nothing of each other', { timeout: 600_000 }, async () => {
  expect(await countWrongPages(50)).toBe(0);
});
