import { expect, test } from 'vitest';
import { smallPhotoUrl } from './avatar.tsx';

test('a stored photo has a small size beside its full one', () => {
  expect(smallPhotoUrl('/media/5f0c9a7e-1b2d-4c3e-8f90-a1b2c3d4e5f6-full.webp')).toBe(
    '/media/5f0c9a7e-1b2d-4c3e-8f90-a1b2c3d4e5f6-small.webp',
  );
});

test('an address that is none of ours stays as it is', () => {
  expect(smallPhotoUrl('https://elsewhere.test/media/a-full.webp')).toBe('https://elsewhere.test/media/a-full.webp');
});
