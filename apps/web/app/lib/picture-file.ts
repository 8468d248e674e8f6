import { imageLimits, unsupportedPictureName } from '@commons/contract/media';

/** Longest side that the server stores. */
const maxSidePixels = 2_048;

/** Smaller files are sent unchanged. On a slow connection 4 MB take half a minute. */
const shrinkAboveBytes = 4 * 1024 * 1024;

const shrinkableTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The file types that the server accepts for each use of a picture. */
export const pictureTypes = {
  cover: { formats: 'JPG, PNG or WebP', types: 'image/jpeg,image/png,image/webp' },
  image: { formats: 'JPG, PNG, WebP or GIF', types: 'image/jpeg,image/png,image/webp,image/gif' },
} as const;

export type PictureUse = keyof typeof pictureTypes;

/** Returns the reason why a file cannot be used, before it is uploaded, or undefined. */
export const pictureProblem = (use: PictureUse, { type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  const { types, formats } = pictureTypes[use];
  // The server checks the content of a file without a type.
  if (type !== '' && !types.split(',').includes(type)) {
    const name = unsupportedPictureName(type);
    const request = `Please choose a picture: ${formats}.`;
    return name ? `This is ${name}. ${request}` : request;
  }
  // A larger file of these types is scaled down.
  if (size > imageLimits.maxBytes && !shrinkableTypes.has(type))
    return 'A picture can be up to 10 MB. Please choose a smaller one.';
  return undefined;
};

/**
 * Scales a large photo down to the size that the server stores, and applies its orientation. Small and animated files
 * stay unchanged, and so do files that the browser cannot decode: the server then reports the problem.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= shrinkAboveBytes || !shrinkableTypes.has(file.type) || (await isAnimatedPicture(file))) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, maxSidePixels / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    // WebP keeps transparency. A browser that cannot encode WebP returns PNG.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
    return shrunk && shrunk.size < file.size ? shrunk : file;
  } catch {
    return file;
  }
}

/** Whether a GIF has more than one frame, or a WebP has the animation flag. */
export async function isAnimatedPicture(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('RIFF') && text.endsWith('WEBPVP8X')) return ((head[20] ?? 0) & 0x02) !== 0;
  if (!text.startsWith('GIF8')) return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let frames = 0;
  // Each frame of an animated GIF follows a graphic control extension: 21 F9 04, four bytes, 00.
  for (let at = bytes.indexOf(0x21); at !== -1 && frames < 2; at = bytes.indexOf(0x21, at + 1))
    if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 0x04 && bytes[at + 7] === 0) frames += 1;
  return frames > 1;
}
