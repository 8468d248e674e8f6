import { z } from 'zod';
import { currentUserView } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { defineErrors } from './problem.ts';

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

export const uploadedImageView = z
  .object({ url: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'UploadedImage' });
export type UploadedImage = z.infer<typeof uploadedImageView>;

/** Multipart, one part `file`. The picture is re-encoded as WebP; nothing of the file's metadata is kept. */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/uploads/images',
  summary: 'Upload a picture, to be used in a post',
  replies: { 201: uploadedImageView },
  errors: mediaErrors,
});

/** Multipart, one part `photo`. The middle square of the picture becomes the profile photo. */
export const uploadProfilePhoto = endpoint({
  method: 'POST',
  path: '/api/auth/user/photo',
  summary: 'Change one’s own profile photo',
  replies: { 200: currentUserView },
  creates: true,
  errors: mediaErrors,
});

export const removeProfilePhoto = endpoint({
  method: 'DELETE',
  path: '/api/auth/user/photo',
  summary: 'Take one’s own profile photo away',
  replies: { 200: currentUserView },
});
