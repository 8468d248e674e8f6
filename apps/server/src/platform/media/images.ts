import { availableParallelism } from 'node:os';
import { imageLimits, mediaErrors } from '@commons/contract/media';
import pLimit from 'p-limit';
import type { ResizeOptions } from 'sharp';
import { errorsOf } from '../errors.ts';

export const mediaError = errorsOf(mediaErrors);

/** One size of a picture, ready to be stored. */
export type Rendition = { name: string; bytes: Buffer; width: number; height: number };

const readableTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** The longest side of each stored size, in pixels, the largest first: the full view, and a card at twice the density. */
const postSizes = { full: 2_048, card: 1_280 } as const;
const profilePhotoSides = { full: 512, small: 96 } as const;
const coverSides = { full: 1_024, card: 512 } as const;

// Half the cores make pictures and read sounds, the others answer everybody else; what waits does so on disk.
export const inTurn = pLimit(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Loaded with the first picture: what it takes is a tenth of an idle server. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
let loading: ReturnType<typeof loadSharp> | undefined;
const sharpOnce = () => (loading ??= loadSharp());

/** The whole picture, as WebP, turned upright and without metadata, in the sizes a card and the full view need. */
const wholes =
  (sides: Record<string, number>) =>
  (file: string): Promise<Rendition[]> =>
    render(file, sides, (side) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }));

export const renderPostImage = wholes(postSizes);
export const renderCover = wholes(coverSides);

/** The middle square of the picture, as WebP without metadata. */
const squares =
  (sides: Record<string, number>) =>
  (file: string): Promise<Rendition[]> =>
    render(file, sides, (side) => ({ width: side, height: side, fit: 'cover', position: 'centre' }));

export const renderProfilePhoto = squares(profilePhotoSides);
export const renderMeditationCover = squares(coverSides);

const render = (file: string, sizes: Record<string, number>, resizing: (side: number) => ResizeOptions) =>
  inTurn(async () => {
    await assertPicture(file);
    const renditions: Rendition[] = [];
    for (const [name, side] of Object.entries(sizes)) renditions.push(await encode(name, file, resizing(side)));
    return renditions;
  });

/**
 * Refuses by content what is no picture, or has too many pixels. What a picture holds beside its pixels is not looked at:
 * pages, scripts and archives in it are lost when it is encoded anew, and honest metadata speaks of all of them.
 */
async function assertPicture(file: string): Promise<void> {
  const { fileTypeFromFile } = await import('file-type');
  const type = await fileTypeFromFile(file);
  if (!type || !readableTypes.has(type.mime)) throw mediaError('media.not_an_image');
  const sharp = await sharpOnce();
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw mediaError('media.damaged', { cause: error });
    });
  if (width * height > imageLimits.maxPixels) throw mediaError('media.too_many_pixels');
}

/**
 * The first frame in one size, turned as the camera meant it. A file that ends early is an error, not a grey half. The
 * file is decoded for each size: keeping its pixels for the next one costs more memory than decoding costs time. Effort
 * 2 takes half the time of 3 and gives files of the same size.
 */
async function encode(name: string, file: string, size: ResizeOptions): Promise<Rendition> {
  const sharp = await sharpOnce();
  try {
    const { data, info } = await sharp(file, {
      failOn: 'truncated',
      limitInputPixels: imageLimits.maxPixels,
      sequentialRead: true,
    })
      .autoOrient()
      .resize(size)
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    return { name, bytes: data, width: info.width, height: info.height };
  } catch (error) {
    throw mediaError('media.damaged', { cause: error });
  }
}
