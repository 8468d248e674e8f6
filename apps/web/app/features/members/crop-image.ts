export type CropArea = { x: number; y: number; width: number; height: number };

/** Twice the largest side that is stored, so that the server has something to choose from. */
const maxSidePixels = 1_024;

/** The square of a picture that was chosen, turned upright as the browser shows it, as a file to upload. */
export async function cropImage(url: string, area: CropArea): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = Math.max(1, Math.min(Math.round(area.width), maxSidePixels));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas to draw on.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    // A browser that cannot write WebP writes PNG instead, which the server takes as well.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))),
      'image/webp',
      0.92,
    );
  });
}
