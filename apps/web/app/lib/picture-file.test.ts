import { expect, test } from 'vitest';
import { isAnimatedPicture } from './picture-file.ts';

const gifFrame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0];
const gif = (frames: number) =>
  new Blob([
    'GIF89a',
    new Uint8Array([1, 0, 1, 0, 0, 0, 0]),
    ...Array.from({ length: frames }, () => new Uint8Array(gifFrame)),
  ]);
const webp = (flags: number) => new Blob(['RIFF\0\0\0\0WEBPVP8X', new Uint8Array([10, 0, 0, 0, flags, 0, 0, 0])]);

test('an animation is recognized by its frames or its flag', async () => {
  expect(await Promise.all([gif(1), gif(2), gif(4)].map(isAnimatedPicture))).toEqual([false, true, true]);
  expect(await Promise.all([webp(0x10), webp(0x12)].map(isAnimatedPicture))).toEqual([false, true]);
  expect(await isAnimatedPicture(new Blob(['\x89PNG']))).toBe(false);
  expect(await isAnimatedPicture(new Blob([]))).toBe(false);
});
