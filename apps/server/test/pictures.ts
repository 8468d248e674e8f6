import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { ApiResponse } from './caller.ts';
import type { Member } from './community.ts';

export type PictureFile = { name: string; bytes: Buffer; type?: string };

/** Encodes a form like a browser. Returns the body and the content type. */
export async function formBody(form: FormData): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': contentType } };
}

/** Uploads a file with a form like a browser. */
export async function upload<Body>(
  member: Member,
  address: string,
  { name, bytes, type = 'image/png' }: PictureFile,
  field = address === '/api/uploads/images' ? 'file' : 'photo',
): Promise<ApiResponse<Body>> {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name, { type }));
  return member.send<Body>('POST', address, await formBody(form));
}

/** Fetches an address without a session. */
export async function fetchAnonymously(server: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const response = await server.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Creates a picture of noise, which compresses badly. */
export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** Creates a JPEG of one color: large dimensions in few bytes. */
export const plainJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

/** Removes the last two bytes, the end marker. */
export const withoutEndMarker = (jpeg: Buffer): Buffer => jpeg.subarray(0, -2);

/** Creates an animated GIF or WebP with four frames. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'lime', 'blue', 'white'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** Marks a PNG as an animation of two frames (APNG). */
export const animatedPng = (png: Buffer): Buffer => withPngChunk(png, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));

/** Creates the beginning of a file with ISO boxes (HEIC, AVIF, MP4). The brand determines its format. */
export const brandedFile = (brand: string): Buffer =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1'), Buffer.alloc(500)]);

/** Encodes a PNG chunk: length, type, data, checksum. */
function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

const pngSignatureBytes = 8;
const pngHeaderEnd = pngSignatureBytes + 25;

/** Inserts a chunk after the header of a PNG. */
export const withPngChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, pngHeaderEnd), pngChunk(type, data), png.subarray(pngHeaderEnd)]);

/** Data that decompresses to a hundred megabytes of zeros. */
export const zipBomb = (): Buffer => deflateSync(Buffer.alloc(100_000_000), { level: 9 });

/** Creates a PNG that claims this size but has almost no content. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts a segment after the first marker of a JPEG. */
function withJpegSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

export const withJpegComment = (jpeg: Buffer, comment: string): Buffer =>
  withJpegSegment(jpeg, 0xfe, Buffer.from(comment));

/**
 * Adds a thumbnail to a JPEG's EXIF data like cameras: an empty first directory, and a second directory with the
 * thumbnail.
 */
export function withExifThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const directoryEnd = 56;
  const tiff = Buffer.alloc(directoryEnd);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt32LE(14, 10);
  const entries = [
    { tag: 0x0103, value: 6 },
    { tag: 0x0201, value: directoryEnd },
    { tag: 0x0202, value: thumbnail.length },
  ];
  tiff.writeUInt16LE(entries.length, 14);
  for (const [index, { tag, value }] of entries.entries()) {
    const offset = 16 + index * 12;
    tiff.writeUInt16LE(tag, offset);
    tiff.writeUInt16LE(4, offset + 2);
    tiff.writeUInt32LE(1, offset + 4);
    tiff.writeUInt32LE(value, offset + 8);
  }
  return withJpegSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, thumbnail]));
}

const zipFile = Buffer.concat([
  Buffer.from('504b0304140000000800', 'hex'),
  Buffer.alloc(60),
  Buffer.from('PK\x05\x06'),
]);
const svgFile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const pageFile = Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>');
const pdfFile = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

/** Deterministic noise: a searched pattern must not occur by chance. */
function deterministicNoise(width: number, height: number) {
  let state = 1;
  const values = Buffer.from(
    Array.from({ length: width * height * 3 }, () => {
      // A linear congruential generator; its upper bits look random.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
  return sharp(values, { raw: { width, height, channels: 3 } });
}

/** Encodes one picture in each accepted format. */
async function inEachFormat() {
  const picture = deterministicNoise(200, 150);
  const [jpeg, png, webp, gif] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().gif().toBuffer(),
  ]);
  return { picture, jpeg, png, webp, gif };
}

/** Pictures that other programs would interpret as a page, a script, a document or an archive. */
export async function polyglotPictures(): Promise<PictureFile[]> {
  const { jpeg, png, webp, gif } = await inEachFormat();
  return [
    { name: 'a photo and an archive.jpg', bytes: Buffer.concat([jpeg, zipFile]) },
    { name: 'a picture and a page.png', bytes: Buffer.concat([png, pageFile]) },
    { name: 'a picture and a document.gif', bytes: Buffer.concat([gif, pdfFile]) },
    { name: 'a picture and a script.webp', bytes: Buffer.concat([webp, Buffer.from('<SCRIPT src=//evil.example>')]) },
    {
      name: 'a script within a text.png',
      bytes: withPngChunk(png, 'tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    },
    { name: 'a program within a comment.jpg', bytes: withJpegComment(jpeg, '<?php system($_GET["c"]); ?>') },
    { name: 'a document within a comment.jpg', bytes: withJpegComment(jpeg, pdfFile.toString('latin1')) },
    {
      name: 'a picture that is a script.gif',
      bytes: Buffer.concat([Buffer.from('GIF89a/*', 'latin1'), gif.subarray(8), Buffer.from('*/=1;alert(1)//')]),
    },
  ];
}

/** Files that are not pictures, damaged pictures, and decompression bombs. */
export async function hostileFiles(): Promise<(PictureFile & { statuses: number[] })[]> {
  const { picture, jpeg, png, webp, gif } = await inEachFormat();
  const wide = await plainJpeg(7_072, 7_072);

  const nonPictures: PictureFile[] = [
    { name: 'a drawing.svg', bytes: svgFile, type: 'image/svg+xml' },
    { name: 'a drawing called.png', bytes: svgFile },
    { name: 'a drawing with a declaration.svg', bytes: Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svgFile]) },
    { name: 'a page.html', bytes: pageFile, type: 'text/html' },
    { name: 'a page called.gif', bytes: pageFile, type: 'image/gif' },
    { name: 'a document.pdf', bytes: pdfFile, type: 'application/pdf' },
    { name: 'a document called.jpg', bytes: pdfFile, type: 'image/jpeg' },
    { name: 'an archive.zip', bytes: zipFile, type: 'application/zip' },
    { name: 'a program.exe', bytes: Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]) },
    { name: 'a program.png', bytes: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]) },
    { name: 'a film.mp4', bytes: Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(99)]) },
    { name: 'a song.mp3', bytes: Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(200)]), type: 'audio/mpeg' },
    { name: 'a text.txt', bytes: Buffer.from('Good morning'), type: 'text/plain' },
    { name: 'a list.json', bytes: Buffer.from('{"image":true}'), type: 'application/json' },
    { name: 'zeros.png', bytes: Buffer.alloc(5_000) },
    { name: 'one byte.jpg', bytes: Buffer.from([0xff]), type: 'image/jpeg' },
    { name: 'a scan.tiff', bytes: await picture.clone().tiff().toBuffer(), type: 'image/tiff' },
    { name: 'a scan called.png', bytes: await picture.clone().tiff().toBuffer() },
    { name: 'a bitmap.bmp', bytes: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), type: 'image/bmp' },
    { name: 'an icon.ico', bytes: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(200)]) },
    { name: 'a picture.avif', bytes: await noise(32, 32).avif().toBuffer(), type: 'image/avif' },
    { name: 'a layout.psd', bytes: Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(200)]) },
  ];
  const truncated: PictureFile[] = Object.entries({ jpg: jpeg, png, webp, gif }).flatMap(([extension, bytes]) =>
    [0.01, 0.3, 0.9].map((fraction) => ({
      name: `${fraction * 100} % of a picture.${extension}`,
      bytes: bytes.subarray(0, Math.max(24, Math.floor(bytes.length * fraction))),
    })),
  );
  const broken: PictureFile[] = [
    { name: '2 thousand million wide, which no PNG may be.png', bytes: pngOfSize(2_000_000_000, 2) },
    { name: 'noise behind a beginning.png', bytes: Buffer.concat([png.subarray(0, 40), gif]) },
    { name: 'noise behind a beginning.jpg', bytes: Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(900, 7)]) },
    { name: 'a beginning alone.gif', bytes: Buffer.from('GIF89a') },
    { name: 'a beginning alone.webp', bytes: Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1') },
  ];
  const bombs: PictureFile[] = [
    { name: '50,000 × 50,000.png', bytes: pngOfSize(50_000, 50_000) },
    { name: '50.1 megapixels.jpg', bytes: wide },
    { name: '65,535 × 65,535.gif', bytes: gifOfSize(gif, 65_535, 65_535) },
    { name: '65,500 × 65,500.jpg', bytes: jpegOfSize(jpeg, 65_500, 65_500) },
  ];
  return [
    ...nonPictures.map((file) => ({ ...file, statuses: [415] })),
    ...truncated.map((file) => ({ ...file, statuses: [400] })),
    ...broken.map((file) => ({ ...file, statuses: [400, 413, 415] })),
    ...bombs.map((file) => ({ ...file, statuses: [413] })),
  ];
}

/** Changes the size in the frame header (SOF0) of a JPEG, where height and width follow length and precision. */
function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** Changes the size of a GIF's screen and first frame. */
function gifOfSize(gif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(gif);
  const size = gif.subarray(6, 10);
  const frame = changed.indexOf(Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size]));
  for (const offset of [6, frame + 5]) {
    changed.writeUInt16LE(width, offset);
    changed.writeUInt16LE(height, offset + 2);
  }
  return changed;
}
