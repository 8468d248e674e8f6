import { defineErrors } from './problem.ts';

/** Limits of an uploaded picture. Large photos of current phones have 48.8 megapixels (8064 × 6048). */
export const imageLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 50_000_000 } as const;

/** Rounds up to a tenth, so that a picture just above the limit is not reported with "50 megapixels". */
const megapixels = (pixels: number): number => Math.ceil(pixels / 100_000) / 10;

export const tooManyPixelsDetail = (pixels: number): string =>
  `This picture has ${megapixels(pixels)} megapixels, and the limit is ${megapixels(imageLimits.maxPixels)}. Please choose a smaller one. Nothing was stored.`;

/** Names of unsupported formats, by media type. */
const unsupportedPictures: readonly [type: RegExp, name: string][] = [
  [/^image\/(?:heic|heif)/, 'a HEIC photo'],
  [/^image\/avif/, 'an AVIF picture'],
  [/^image\/(?:apng|vnd\.mozilla\.apng)$/, 'an animated PNG (APNG)'],
  [/^image\/svg/, 'an SVG drawing'],
  [/^image\/tiff/, 'a TIFF picture'],
  [/^image\/(?:bmp|x-ms-bmp)$/, 'a BMP picture'],
  [/^image\/jxl$/, 'a JPEG XL picture'],
  [/^image\/(?:jp2|jpx|jpm|mj2)$/, 'a JPEG 2000 picture'],
  [/^image\/(?:x-icon|vnd\.microsoft\.icon|icns)$/, 'an icon'],
  [/^image\/(?:vnd\.adobe\.photoshop|x-photoshop)$/, 'a Photoshop file'],
  [/^image\/x-/, 'a raw camera picture'],
  [/^application\/pdf$/, 'a PDF document'],
  [/^video\//, 'a video'],
  [/^audio\//, 'an audio file'],
];

/** Returns the name of an unsupported format, or undefined if it has no common name. */
export const unsupportedPictureName = (mediaType: string): string | undefined =>
  unsupportedPictures.find(([type]) => type.test(mediaType))?.[1];

export const mediaErrors = defineErrors({
  'media.no_file': {
    status: 400,
    path: 'file',
    title: 'No file',
    detail: 'There was no file in the upload. Nothing was stored.',
  },
  'media.several_files': {
    status: 400,
    path: 'file',
    title: 'One picture at a time',
    detail: 'There was more than one file in the upload. Nothing was stored.',
  },
  'media.too_large': {
    status: 413,
    title: 'This picture is too large',
    detail: 'A picture can be up to 10 MB. Nothing was stored.',
  },
  'media.too_many_pixels': {
    status: 413,
    title: 'This picture is too large',
    detail: 'A picture can have up to 50 megapixels. Nothing was stored.',
  },
  'media.not_an_image': {
    status: 415,
    title: 'Not a picture we can use',
    detail: 'Please choose a JPG, PNG, WebP or GIF picture. Nothing was stored.',
  },
  'media.damaged': {
    status: 400,
    path: 'file',
    title: 'This picture is damaged',
    detail: 'The file ends early or cannot be read. Nothing was stored.',
  },
});

export const mediaPaths = {
  uploadCover: { method: 'POST', path: '/api/uploads/covers', creates: true },
  uploadImage: { method: 'POST', path: '/api/uploads/images', creates: true },
  uploadProfilePhoto: { method: 'POST', path: '/api/auth/user/photo', creates: true },
  removeProfilePhoto: { method: 'DELETE', path: '/api/auth/user/photo' },
} as const;
