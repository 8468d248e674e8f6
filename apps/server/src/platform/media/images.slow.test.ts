import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noise, polyglotPictures, withExifThumbnail, withJpegComment, withPngChunk } from '../../../test/pictures.ts';
import { renderPostImage, renderProfilePhoto } from './images.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function renderFile(bytes: Buffer, render = renderPostImage) {
  const file = path.join(folder, 'picture');
  await writeFile(file, bytes);
  return (await render(file)).renditions;
}

const width = 48;
const height = 36;
const solidColor = (channels: 3 | 4, background: object | string) =>
  sharp({ create: { width, height, channels, background } });
const drawing = (svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`));

/** Typical contents of pictures. */
const subjects: Record<string, Sharp> = {
  photo: noise(width, height),
  screenshot: drawing(
    '<rect width="48" height="36" fill="#fff"/><rect y="8" width="40" height="3"/><rect y="14" width="30" height="3"/>',
  ),
  'drawing on a transparent background': drawing('<circle cx="20" cy="18" r="12" fill="#2a7"/>'),
  'black and white': noise(width, height).greyscale(),
  'one colour': solidColor(3, '#7b9e87'),
  'half transparent': solidColor(4, { r: 200, g: 80, b: 20, alpha: 0.4 }),
};

/** Typical formats of pictures. */
const encoders: Record<string, (picture: Sharp) => Sharp> = {
  'a plain JPEG': (picture) => picture.jpeg(),
  'a progressive JPEG': (picture) => picture.jpeg({ progressive: true }),
  'a JPEG with full colour': (picture) => picture.jpeg({ chromaSubsampling: '4:4:4', quality: 100 }),
  'a strongly compressed JPEG': (picture) => picture.jpeg({ quality: 12, mozjpeg: true }),
  'a JPEG for print': (picture) => picture.flatten().toColourspace('cmyk').jpeg(),
  'a plain PNG': (picture) => picture.png(),
  'a PNG with a palette': (picture) => picture.png({ palette: true, colours: 16 }),
  'an interlaced PNG': (picture) => picture.png({ progressive: true }),
  'a PNG of 16 bits': (picture) => picture.toColourspace('rgb16').png(),
  'an uncompressed PNG': (picture) => picture.png({ compressionLevel: 0 }),
  'a WebP': (picture) => picture.webp(),
  'a lossless WebP': (picture) => picture.webp({ lossless: true }),
  'a GIF': (picture) => picture.gif(),
};

const longXmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${'<rdf:li stEvt:action="saved" stEvt:softwareAgent="Photoshop 27.1"/>'.repeat(800)}</rdf:RDF></x:xmpmeta>`;
const xmpWithMarkup =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:description>How a page begins: &lt;!doctype html&gt; <![CDATA[<html lang="en"><script>alert(1)</script>, javascript:void(0), <?php echo 1 ?>]]></dc:description><dc:source>leaflet.pdf, %PDF-1.7</dc:source></x:xmpmeta>';

/** Typical metadata of pictures. */
const metadata: Record<string, (picture: Sharp) => Sharp> = {
  nothing: (picture) => picture,
  'a camera and a location': (picture) =>
    picture.withExif({
      IFD0: { Make: 'Canon', Model: 'EOS R6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '69/1 38/1 57/1' },
    }),
  'an orientation': (picture) => picture.withMetadata({ orientation: 6, density: 300 }),
  'a color profile': (picture) => picture.withIccProfile('p3'),
  'fifty kilobytes of editing history': (picture) => picture.withXmp(longXmp),
  'a caption about web pages': (picture) => picture.withXmp(xmpWithMarkup),
};

const formatOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).format;

describe('regular pictures', () => {
  test.for(Object.entries(encoders))('as %s are accepted with any content and metadata', async ([name, encode]) => {
    for (const [subject, picture] of Object.entries(subjects))
      for (const [addition, addMetadata] of Object.entries(metadata)) {
        const bytes = await encode(addMetadata(picture.clone())).toBuffer();
        const [full] = await renderFile(bytes);
        expect.soft(full?.width, `${subject} as ${name} with ${addition}`).toBeOneOf([width, height]);
      }
  });

  test('with other typical additions of cameras and programs are accepted', async () => {
    const [jpeg, png] = [
      await subjects['photo']!.clone().jpeg().toBuffer(),
      await subjects['photo']!.clone().png().toBuffer(),
    ];
    const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(5_000, 7)]);
    const frames = await sharp([jpeg, png], { join: { animated: true } })
      .gif()
      .toBuffer();
    const files = {
      'a thumbnail': withExifThumbnail(jpeg, await sharp(jpeg).resize(16).jpeg().toBuffer()),
      'a video after it, as phones write it': Buffer.concat([jpeg, video]),
      'a second picture after it, as depth cameras write it': Buffer.concat([jpeg, jpeg]),
      'zeros after it': Buffer.concat([jpeg, Buffer.alloc(4_096)]),
      'a comment': withJpegComment(jpeg, 'Converted from leaflet.pdf (%PDF-1.4)'),
      'the drawing it was exported from': withPngChunk(
        png,
        'tEXt',
        Buffer.from('mxfile\0<mxfile><diagram><html><b>Plan</b></html></diagram></mxfile>'),
      ),
      'the source of a web page': withPngChunk(
        png,
        'tEXt',
        Buffer.from('Source\0<!DOCTYPE html><html><script src="/app.js"></script></html>'),
      ),
      'signed provenance': withPngChunk(png, 'caBX', Buffer.alloc(3_000, 'jumbc2pa')),
      'several frames': frames,
      'several frames as WebP': await sharp(frames, { animated: true }).webp().toBuffer(),
    };
    for (const [addition, bytes] of Object.entries(files))
      expect.soft((await renderFile(bytes))[0]?.width, `a picture with ${addition}`).toBe(width);
  });
});

/** Patterns of web pages, scripts, documents and archives. */
// oxlint-disable-next-line no-control-regex -- an archive entry begins with control characters
const activeContent = /<script|<\?php|<html|<!doctype|%pdf|javascript:|PK\x03\x04|PK\x05\x06|alert\(/i;

test('a file that is a picture and also a page, script, document or archive is reduced to the picture', async () => {
  const files = await polyglotPictures();
  expect(files.length).toBeGreaterThanOrEqual(8);
  for (const { name, bytes } of files) {
    expect(activeContent.test(bytes.toString('latin1')), name).toBe(true);
    for (const render of [renderPostImage, renderProfilePhoto])
      for (const { bytes: stored } of await renderFile(bytes, render)) {
        expect.soft(activeContent.test(stored.toString('latin1')), name).toBe(false);
        expect.soft(await formatOf(stored), name).toBe('webp');
        // A RIFF file states its length: nothing follows it.
        expect.soft(stored.readUInt32LE(4) + 8, name).toBe(stored.length);
        expect.soft(stored.subarray(12, 16).toString('latin1'), name).toMatch(/^VP8[ L]$/);
      }
  }
});
