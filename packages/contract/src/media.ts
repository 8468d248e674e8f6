import type { CallsOf } from './endpoint.ts';
import type * as schemas from './media.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './media.schemas.ts';

/** The largest image file that is taken, in bytes, and the most pixels it may unfold to. */
export const imageLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 24_000_000 } as const;

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
    detail: 'A picture may have up to 10 MB. Nothing was stored.',
  },
  'media.too_many_pixels': {
    status: 413,
    title: 'This picture is too large',
    detail: 'A picture may have up to 24 megapixels. Nothing was stored.',
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

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const mediaCalls: CallsOf<typeof mediaPaths, typeof schemas> = mediaPaths;
