import { z } from 'zod';
import { currentUserView } from './auth.schemas.ts';
import { addressLine, isHttpsAddress, notHttps } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { mediaErrors, mediaPaths } from './media.ts';

const image = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const imageView = image.meta({ id: 'Image' });

export const uploadedImageView = image
  /** Whether the file was an animation: its first frame is kept. */
  .extend({ wasAnimated: z.boolean() })
  .meta({ id: 'UploadedImage' });
export type UploadedImage = z.infer<typeof uploadedImageView>;

const isUploadedAddress = (text: string): boolean => /^\/media\/[0-9a-f-]{36}-full\.webp$/.test(text);

/** The address that an upload answered. */
export const uploadedAddress = z.string().refine(isUploadedAddress, 'Please upload the picture first');

/** A picture elsewhere by https, or the address that its upload answered; an empty text is none. */
export const pictureAddress = (maxCharacters: number) =>
  addressLine(maxCharacters)
    .refine((text) => text === '' || isHttpsAddress(text) || isUploadedAddress(text), notHttps)
    .transform((text) => (text === '' ? null : text));

/** Multipart, one part `file`. The picture is re-encoded as WebP; nothing of the file's metadata is kept. */
export const uploadImage = endpoint({
  ...mediaPaths.uploadImage,
  summary: 'Upload a picture, to be used in a post',
  replies: { 201: uploadedImageView },
  errors: mediaErrors,
});

/** Multipart, one part `file`. As a picture for a post, and smaller; its address is then that of a cover. */
export const uploadCover = endpoint({
  ...mediaPaths.uploadCover,
  summary: 'Upload a picture, to be used as a cover',
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
  summary: 'Take one’s own profile photo away',
  replies: { 200: currentUserView },
});
