import { expect, test } from 'vitest';
import { isAnimatedPicture, pictureProblem } from './picture-file.ts';

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

const megabyte = 1024 * 1024;

test('accepts a file if the server accepts its type and size', () => {
  expect(pictureProblem('cover', { type: 'image/png', size: 10 * megabyte })).toBeUndefined();
  // Scaled down before the upload.
  expect(pictureProblem('cover', { type: 'image/jpeg', size: 14 * megabyte })).toBeUndefined();
  expect(pictureProblem('image', { type: 'image/gif', size: 10 * megabyte + 1 })).toContain('10 MB');
  expect(pictureProblem('cover', { type: 'image/gif', size: 1_000 })).toContain('JPG, PNG or WebP.');
  expect(pictureProblem('image', { type: 'image/gif', size: 1_000 })).toBeUndefined();
  expect(pictureProblem('image', { type: 'text/html', size: 1_000 })).toContain('JPG, PNG, WebP or GIF.');
});

test.for([
  ['image/heic', 'a HEIC photo'],
  ['image/heif', 'a HEIC photo'],
  ['image/avif', 'an AVIF picture'],
  ['image/apng', 'an animated PNG (APNG)'],
  ['image/svg+xml', 'an SVG drawing'],
  ['image/tiff', 'a TIFF picture'],
  ['image/jxl', 'a JPEG XL picture'],
  ['image/x-adobe-dng', 'a raw camera picture'],
  ['application/pdf', 'a PDF document'],
  ['video/quicktime', 'a video'],
] as const)('refuses a file of type %s and names the type', ([type, name]) => {
  expect(pictureProblem('image', { type, size: 1_000 })).toBe(
    `This is ${name}. Please choose a picture: JPG, PNG, WebP or GIF.`,
  );
});

test('leaves a file without a type to the server', () => {
  expect(pictureProblem('image', { type: '', size: 1_000 })).toBeUndefined();
});
