import type { PostChange, PostImage, PostInput } from '@commons/contract/feed/schemas';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { attachUploads } from '../../platform/media/attachments.ts';
import type { PictureAudience } from '../../platform/media/media-access.ts';
import { idOfAddress } from '../../platform/media/media-addresses.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { releasePhotos } from '../reports/index.ts';
import { feedError } from './feed.errors.ts';
import { hasPictures, posts } from './posts.tables.ts';

/** Returns the first picture, for clients that show one. */
export const firstPicture = ([first]: readonly PostImage[]) => ({
  imageUrl: first?.url ?? null,
  imageAlt: first?.alt ?? null,
});

export const photoIdsOf = (images: readonly PostImage[]): string[] =>
  images.flatMap(({ url }) => idOfAddress(url) ?? []);

/**
 * Attaches uploaded pictures of the viewer to a post, and returns them with their sizes.
 * @throws AppError `feed.picture_not_found` for a picture that is missing, used or of another member.
 */
export async function attachPictures(
  tx: Transaction,
  viewer: Viewer,
  { images, imageUrl, imageAlt }: Pick<PostInput, 'images' | 'imageUrl' | 'imageAlt'>,
): Promise<PostImage[]> {
  const requested = images ?? (imageUrl === null ? [] : [{ url: imageUrl, alt: imageAlt, isBlurred: false }]);
  const sizes = await attachUploads(
    tx,
    requested.map(({ url }) => url),
    { ownerId: viewer.id, kind: 'image' },
  );
  return requested.map((image) => {
    const size = sizes.get(image.url);
    if (!size) throw feedError('feed.picture_not_found', { path: images ? 'images' : 'imageUrl' });
    return { ...image, ...size };
  });
}

/** Applies a change to the pictures of a post, and releases the pictures that the change does not list. */
export async function changePictures(
  tx: Transaction,
  existingImages: readonly PostImage[],
  requested: NonNullable<PostChange['images']>,
): Promise<PostImage[]> {
  const images = requested.map((image) => {
    const existing = existingImages.find(({ url }) => url === image.url);
    if (!existing) throw feedError('feed.picture_not_found');
    const { alt = existing.alt, isBlurred = existing.isBlurred } = image;
    return { ...existing, alt, isBlurred };
  });
  await releasePictures(
    tx,
    existingImages.filter(({ url }) => !images.some((image) => image.url === url)),
  );
  return images;
}

/** Releases pictures from their post. A job deletes their files later, unless they were reported. */
export const releasePictures = (tx: Transaction, images: readonly PostImage[]): Promise<void> =>
  releasePhotos(tx, photoIdsOf(images));

/** A picture is as visible as its post, which the index `posts_by_picture` finds. */
export const pictureAudience: PictureAudience = (url) =>
  sql`SELECT CASE WHEN ${posts.isRemoved} THEN 'moderators' WHEN ${posts.isAwaitingReview} THEN 'author' ELSE 'everybody' END
    FROM ${posts}
    WHERE ${hasPictures(posts.images)} AND ${posts.images} @> jsonb_build_array(jsonb_build_object('url', ${url}))
    LIMIT 1`;
