import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { generatedAvatar, smallPhotoUrl } from './avatar.tsx';

test('a stored photo has a small version next to the full one', () => {
  expect(smallPhotoUrl('/media/5f0c9a7e-1b2d-4c3e-8f90-a1b2c3d4e5f6-full.webp')).toBe(
    '/media/5f0c9a7e-1b2d-4c3e-8f90-a1b2c3d4e5f6-small.webp',
  );
});

test('the URL of an external photo stays unchanged', () => {
  expect(smallPhotoUrl('https://elsewhere.test/media/a-full.webp')).toBe('https://elsewhere.test/media/a-full.webp');
});

test('a member without a photo always gets the same avatar, and rarely the same one as another member', () => {
  const ids = Array.from({ length: 2000 }, () => randomUUID());
  const faces = ids.map((id) => JSON.stringify(generatedAvatar(id)));
  expect(ids.map((id) => JSON.stringify(generatedAvatar(id)))).toEqual(faces);
  const counts = Object.values(Object.groupBy(faces, (face) => face)).map((sameFaces) => sameFaces?.length ?? 0);
  // 96 avatars, each used about 21 times.
  expect(counts).toHaveLength(96);
  expect(Math.max(...counts)).toBeLessThan(2.5 * (ids.length / 96));
});

test('consecutive ids get different avatars', () => {
  const faces = Array.from({ length: 12 }, (_, index) =>
    generatedAvatar(`019a0000-0000-7000-8000-00000000000${index.toString(16)}`),
  );
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBeGreaterThan(8);
});
