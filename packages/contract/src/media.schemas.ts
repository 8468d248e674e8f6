import { z } from 'zod';
import { currentUserView } from './auth.schemas.ts';
import { addressLine, isHttpsAddress, httpsRequired } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { mediaErrors, mediaPaths } from './media.ts';

const image = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const imageView = image.meta({ id: 'Image' });

export const uploadedImageView = image
  /** Whether the file was an animation, of which only the first frame is kept. */
  .extend({ wasAnimated: z.boolean() })
  .meta({ id: 'UploadedImage' });
export type UploadedImage = z.infer<typeof uploadedImageView>;

const isUploadedAddress = (text: string): boolean => /^\/media\/[0-9a-f-]{36}-full\.webp$/.test(text);

/** The address of an uploaded picture, as the upload returned it. */
export const uploadedAddress = z.string().refine(isUploadedAddress, 'Please upload the picture first');

/** An optional picture: an https address, or the address of an upload. An empty text becomes null. */
export const pictureAddress = (maxCharacters: number) =>
  addressLine(maxCharacters)
    .refine((text) => text === '' || isHttpsAddress(text) || isUploadedAddress(text), httpsRequired)
    .transform((text) => (text === '' ? null : text));

/** Multipart, one part `file`. The picture is re-encoded as WebP, without the file's metadata. */
export const uploadImage = endpoint({
  ...mediaPaths.uploadImage,
  summary: 'Upload a picture for a post',
  replies: { 201: uploadedImageView },
  errors: mediaErrors,
});

/** Multipart, one part `file`. Like `uploadImage`, but smaller. */
export const uploadCover = endpoint({
  ...mediaPaths.uploadCover,
  summary: 'Upload a picture for a cover',
  replies: { 201: uploadedImageView },
  errors: mediaErrors,
});

/** Multipart, one part `photo`. The middle square of the picture becomes the profile photo. */
export const uploadProfilePhoto = endpoint({
  ...mediaPaths.uploadProfilePhoto,
  summary: 'Change one’s own profile photo',
  replies: { 200: currentUserView },
  errors: mediaErrors,
});

export const removeProfilePhoto = endpoint({
  ...mediaPaths.removeProfilePhoto,
  summary: 'Remove one’s own profile photo',
  replies: { 200: currentUserView },
});
