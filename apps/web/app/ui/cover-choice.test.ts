import { expect, test } from 'vitest';
import { refuseCover } from './cover-choice.tsx';

const megabyte = 1024 * 1024;

test('a cover is a picture of a kind and size that the server takes', () => {
  expect(refuseCover({ type: 'image/png', size: 10 * megabyte })).toBeUndefined();
  expect(refuseCover({ type: 'image/png', size: 10 * megabyte + 1 })).toContain('10 MB');
  expect(refuseCover({ type: 'image/gif', size: 1_000 })).toContain('JPG, PNG or WebP');
});
