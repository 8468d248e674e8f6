import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { unsupportedPictureName, imageLimits, mediaErrors, tooManyPixelsDetail } from '@commons/contract/media';
import pLimit from 'p-limit';
import type { FailOnOptions, ResizeOptions } from 'sharp';
import { errorsOf } from '../errors.ts';

export const mediaError = errorsOf(mediaErrors);

/** One size of a picture, ready to be stored. */
export type Rendition = { name: string; bytes: Buffer; width: number; height: number };

export type RenderedPicture = {
  renditions: Rendition[];
  /** Whether the file has several frames; the renditions show the first one. */
  wasAnimated: boolean;
};

const readableTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** Maximum side lengths of the stored sizes in pixels, largest first: the full view and a card at double density. */
const postSizes = { full: 2_048, card: 1_280 } as const;
const profilePhotoSides = { full: 512, small: 96 } as const;
const coverSides = { full: 1_024, card: 512 } as const;

/**
 * Queue for pictures and sounds. Waiting files stay on disk. Uses half of the cores, at most two, because rendering a
 * picture of 50 megapixels takes up to 70 MB.
 */
export const enqueueMedia = pLimit(Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))));

/** Loads sharp with the first picture: it takes a tenth of the memory of an idle server. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
let sharpPromise: ReturnType<typeof loadSharp> | undefined;
const getSharp = () => (sharpPromise ??= loadSharp());

/** Renders the whole picture as WebP in each size: upright, without metadata, never enlarged. */
const resizeWhole =
  (sides: Record<string, number>) =>
  (file: string): Promise<RenderedPicture> =>
    render(file, sides, (side) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }));

export const renderPostImage = resizeWhole(postSizes);
export const renderCover = resizeWhole(coverSides);

/** Renders the middle square of the picture as WebP in each size, without metadata. */
const cropToSquare =
  (sides: Record<string, number>) =>
  (file: string): Promise<RenderedPicture> =>
    render(file, sides, (side) => ({ width: side, height: side, fit: 'cover', position: 'centre' }));

export const renderProfilePhoto = cropToSquare(profilePhotoSides);
export const renderMeditationCover = cropToSquare(coverSides);
export const renderIcon = cropToSquare({ full: 512, small: 96 });

/** Converts a stored picture to a PNG that fits into a square. With padding, the background fills the square. */
export async function toPng(
  picture: Buffer,
  { side, padding = 0, background }: { side: number; padding?: number; background?: string },
): Promise<Buffer> {
  const sharp = await getSharp();
  const inner = side - 2 * padding;
  const resized = sharp(picture).resize({
    width: inner,
    height: inner,
    fit: 'inside',
    withoutEnlargement: !background,
  });
  if (background === undefined) return resized.png().toBuffer();
  const square = { top: padding, bottom: padding, left: padding, right: padding, background };
  return resized.flatten({ background }).extend(square).png().toBuffer();
}

const render = (
  file: string,
  sizes: Record<string, number>,
  toResizeOptions: (side: number) => ResizeOptions,
): Promise<RenderedPicture> =>
  enqueueMedia(async () => {
    const pictureInfo = await readPictureInfo(file);
    const renditions: Rendition[] = [];
    for (const [name, side] of Object.entries(sizes))
      renditions.push(await encode(name, file, pictureInfo, toResizeOptions(side)));
    return { renditions, wasAnimated: pictureInfo.wasAnimated };
  });

type PictureInfo = { mime: string; wasAnimated: boolean };

/**
 * Reads the format and the dimensions of a picture. Does not look for hidden web pages, scripts or archives:
 * re-encoding removes them, and regular metadata may mention them.
 * @throws AppError if the file is not a picture or has too many pixels.
 */
async function readPictureInfo(file: string): Promise<PictureInfo> {
  const mime = await mediaTypeOf(file);
  if (mime === undefined || !readableTypes.has(mime)) throw createNotAnImageError(mime);
  const sharp = await getSharp();
  const {
    width,
    height,
    pages = 1,
  } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw mediaError('media.damaged', { cause: error });
    });
  if (width * height > imageLimits.maxPixels)
    throw mediaError('media.too_many_pixels', { detail: tooManyPixelsDetail(width * height) });
  return { mime, wasAnimated: pages > 1 };
}

/** Detects the media type by content. SVG has no signature: it is text with `<svg>` near its beginning. */
async function mediaTypeOf(file: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const type = await fileTypeFromFile(file);
  if (type && type.mime !== 'application/xml') return type.mime;
  const [start = ''] = await createReadStream(file, { encoding: 'latin1', end: 4_095 }).toArray();
  return /<svg[\s>]/i.test(String(start)) ? 'image/svg+xml' : undefined;
}

function createNotAnImageError(mime: string | undefined): Error {
  const name = mime && unsupportedPictureName(mime);
  if (!name) return mediaError('media.not_an_image');
  const { detail } = mediaErrors['media.not_an_image'];
  return mediaError('media.not_an_image', { detail: `This is ${name}. ${detail}` });
}

/**
 * Encodes the first frame in one size with its orientation applied. A truncated file is an error instead of a half-gray
 * picture. The file is decoded again for each size, because keeping the pixels would need too much memory.
 */
async function encode(name: string, file: string, { mime }: PictureInfo, size: ResizeOptions): Promise<Rendition> {
  try {
    return { name, ...(await toWebp(file, 'truncated', size)) };
  } catch (error) {
    const repaired = mime === 'image/jpeg' && (await encodeWithEndMarker(file, size).catch(() => undefined));
    if (repaired) return { name, ...repaired };
    throw mediaError('media.damaged', { cause: error });
  }
}

/**
 * Encodes a JPEG that lacks only its end marker, as some programs write it. With an added marker, missing pixels cause
 * a warning, which is treated as an error.
 */
const encodeWithEndMarker = async (file: string, size: ResizeOptions) =>
  toWebp(Buffer.concat([await readFile(file), Buffer.from([0xff, 0xd9])]), 'warning', size);

/** Encodes a picture as WebP. Effort 2 takes half the time of effort 3 and produces files of the same size. */
async function toWebp(input: string | Buffer, failOn: FailOnOptions, size: ResizeOptions) {
  const sharp = await getSharp();
  const { data, info } = await sharp(input, {
    failOn,
    limitInputPixels: imageLimits.maxPixels,
    sequentialRead: true,
  })
    .autoOrient()
    .resize(size)
    .webp({ quality: 80, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
