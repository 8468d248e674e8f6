import { expect, test } from 'vitest';
import { refusePicture } from './picture-choice.tsx';

const megabyte = 1024 * 1024;

test('a file can be tried where the server takes its type and its size', () => {
  expect(refusePicture('cover', { type: 'image/png', size: 10 * megabyte })).toBeUndefined();
  expect(refusePicture('cover', { type: 'image/png', size: 10 * megabyte + 1 })).toContain('10 MB');
  expect(refusePicture('cover', { type: 'image/gif', size: 1_000 })).toContain('JPG, PNG or WebP.');
  expect(refusePicture('image', { type: 'image/gif', size: 1_000 })).toBeUndefined();
  expect(refusePicture('image', { type: 'text/html', size: 1_000 })).toContain('JPG, PNG, WebP or GIF.');
});
