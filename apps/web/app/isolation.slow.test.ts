import { test } from 'vitest';
import { comparePagesOfTwoMembers } from './test-home-page.tsx';

test('a thousand pages of two members contain nothing of each other', { timeout: 600_000 }, () =>
  comparePagesOfTwoMembers(50),
);
