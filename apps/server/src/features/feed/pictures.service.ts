import type { PostChange, PostImage, PostInput } from '@commons/contract/feed';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { attachUploads } from '../../platform/media/attachments.ts';
import type { PictureAudience } from '../../platform/media/media-access.ts';
import { idOfAddress } from '../../platform/media/media-addresses.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { releasePhotos } from '../reports/index.ts';
import { feedError } from './feed.errors.ts';
import { hasPictures, posts } from './posts.tables.ts';

/** What a row of a post holds of its pictures: the first one by itself, too, for the version before. */
export const pictureColumns = (images: PostImage[]) => ({
  images,
  imageUrl: images[0]?.url ?? null,
  imageAlt: images[0]?.alt ?? null,
});

export const photoIdsOf = (images: readonly PostImage[]): string[] =>
  images.flatMap(({ url }) => idOfAddress(url) ?? []);

/** Takes pictures that the viewer uploaded into a post, as large as they were found to be. */
export async function takePictures(
  tx: Transaction,
  viewer: Viewer,
  { images, imageUrl, imageAlt }: Pick<PostInput, 'images' | 'imageUrl' | 'imageAlt'>,
): Promise<PostImage[]> {
  const given = images ?? (imageUrl === null ? [] : [{ url: imageUrl, alt: imageAlt, isBlurred: false }]);
  const sizes = await attachUploads(
    tx,
    given.map(({ url }) => url),
    { ownerId: viewer.id, kind: 'image' },
  );
  return given.map((image) => {
    const size = sizes.get(image.url);
    if (!size) throw feedError('feed.picture_not_found', { path: images ? 'images' : 'imageUrl' });
    return { ...image, ...size };
  });
}

/** Pictures as they are described now; those that are not named any more are let go of. */
export async function changePictures(
  tx: Transaction,
  before: readonly PostImage[],
  given: NonNullable<PostChange['images']>,
): Promise<PostImage[]> {
  const images = given.map((image) => {
    const known = before.find(({ url }) => url === image.url);
    if (!known) throw feedError('feed.picture_not_found');
    const { alt = known.alt, isBlurred = known.isBlurred } = image;
    return { ...known, alt, isBlurred };
  });
  await letGoOfPictures(
    tx,
    before.filter(({ url }) => !images.some((image) => image.url === url)),
  );
  return images;
}

/** What belongs to no post any more is gone with the next orphans, unless it was reported. */
export const letGoOfPictures = (tx: Transaction, images: readonly PostImage[]): Promise<void> =>
  releasePhotos(tx, photoIdsOf(images));

/** A picture is as visible as the post that shows it. The index `posts_by_picture` finds that post. */
export const pictureAudience: PictureAudience = (url) =>
  sql`SELECT CASE WHEN ${posts.isRemoved} THEN 'moderators' WHEN ${posts.isAwaitingReview} THEN 'author' ELSE 'everybody' END
    FROM ${posts}
    WHERE ${hasPictures(posts.images)} AND ${posts.images} @> jsonb_build_array(jsonb_build_object('url', ${url}))
    LIMIT 1`;
