import { uploadImage, uploadProfilePhoto } from '@commons/contract/media/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import {
  animatedPng,
  animation,
  brandedFile,
  fetchAnonymously,
  formBody,
  noise,
  plainJpeg,
  upload,
  withoutEndMarker,
} from '../../../test/pictures.ts';
import { meditationForm, mp3 } from '../../../test/sounds.ts';

const community = setUpCommunity();

/** Every address that accepts a picture, with the name of its form field. */
const addresses = [
  [uploadImage.path, 'file'],
  ['/api/uploads/covers', 'file'],
  ['/api/uploads/message-photos', 'file'],
  [uploadProfilePhoto.path, 'photo'],
] as const;

const admin = () => community.current.member({ role: 'admin' });

const uploadTo = async <Body>(address: string, field: string, bytes: Buffer, name = 'a picture') =>
  upload<Body>(await admin(), address, { name, bytes }, field);

const uploadPicture = (bytes: Buffer) => uploadTo<UploadedImage>(uploadImage.path, 'file', bytes);
const readRejection = async (bytes: Buffer) => {
  const { status, body } = await uploadTo<Problem>(uploadImage.path, 'file', bytes);
  return { status, detail: body.detail, field: body.errors?.[0]?.message };
};

const readStored = async (url: string) => sharp((await fetchAnonymously(community.current.server, url)).bytes);

describe('photos of current phones', () => {
  test.for([
    ['24.5 megapixels', 5_712, 4_284],
    ['48.8 megapixels', 8_064, 6_048],
  ] as const)('of %s are accepted everywhere', async ([, width, height]) => {
    const bytes = await plainJpeg(width, height);
    for (const [address, field] of addresses)
      expect.soft((await uploadTo(address, field, bytes)).status, address).toBeOneOf([200, 201]);
    const withCover = await formBody(meditationForm(mp3(61), { coverFile: bytes }));
    expect((await (await admin()).send('POST', '/api/meditations/upload', withCover)).status).toBe(201);
  });

  test('a picture above the limit is rejected with its megapixels', async () => {
    const rejection = await readRejection(await plainJpeg(12_000, 10_000));
    expect(rejection).toMatchObject({
      status: 413,
      detail: 'This picture has 120 megapixels, and the limit is 50. Please choose a smaller one. Nothing was stored.',
    });
  });

  test('a JPEG without its end marker is accepted, and without its last pixels rejected', async () => {
    for (const progressive of [false, true]) {
      const whole = await noise(640, 480).jpeg({ progressive }).toBuffer();
      expect((await uploadPicture(withoutEndMarker(whole))).status).toBe(201);
      for (const part of [0.5, 0.95])
        expect(await readRejection(whole.subarray(0, whole.length * part))).toMatchObject({ status: 400 });
    }
  });

  test.for(['gif', 'webp'] as const)(
    'an animated %s becomes a still image, and the response says so',
    async (format) => {
      const { body } = await uploadPicture(await animation(format));
      expect(body).toMatchObject({ width: 40, height: 30, wasAnimated: true });
      expect((await (await readStored(body.url)).metadata()).pages ?? 1).toBe(1);
      expect((await uploadPicture(await noise(40, 30).toFormat(format).toBuffer())).body.wasAnimated).toBe(false);
    },
  );

  test.for<[name: string, make: () => Buffer | Promise<Buffer>]>([
    ['a HEIC photo', () => brandedFile('heic')],
    ['a HEIC photo', () => brandedFile('mif1')],
    ['an AVIF picture', () => noise(32, 32).avif().toBuffer()],
    ['an animated PNG (APNG)', async () => animatedPng(await noise(32, 32).png().toBuffer())],
    ['a TIFF picture', () => noise(32, 32).tiff().toBuffer()],
    ['a BMP picture', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['a JPEG XL picture', () => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(200)])],
    ['a Photoshop file', () => Buffer.concat([Buffer.from('8BPS\0\x01', 'latin1'), Buffer.alloc(200)])],
    ['a PDF document', () => Buffer.from('%PDF-1.7\n')],
    ['an SVG drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')],
    ['an SVG drawing', () => Buffer.from('<?xml version="1.0"?>\n<!-- drawn --><svg width="1"></svg>')],
    ['a video', () => brandedFile('mp42')],
    ['a video', () => brandedFile('qt  ')],
    ['an audio file', () => mp3(5)],
  ])('%s is rejected, and the message names the format', async ([name, make]) => {
    const { status, detail } = await readRejection(await make());
    expect(status).toBe(415);
    expect(detail).toBe(`This is ${name}. Please choose a JPG, PNG, WebP or GIF picture. Nothing was stored.`);
  });

  test('unusual pictures keep their shape and colors', async () => {
    const red = { r: 255, g: 0, b: 0 };
    const surface = sharp({ create: { width: 64, height: 48, channels: 3, background: red } });
    const files = {
      cmyk: await surface.clone().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      '16 bits': await surface.clone().toColourspace('rgb16').png().toBuffer(),
      'Display P3': await surface.clone().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const { body } = await uploadPicture(bytes);
      expect.soft([name, body.width, body.height]).toEqual([name, 64, 48]);
      const { dominant } = await (await readStored(body.url)).stats();
      expect.soft([name, dominant.r > 220, dominant.g < 40, dominant.b < 40]).toEqual([name, true, true, true]);
    }
    const rotated = await surface.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await uploadPicture(rotated)).body).toMatchObject({ width: 48, height: 64 });
    const line = await sharp({ create: { width: 10_000, height: 1, channels: 3, background: red } })
      .png()
      .toBuffer();
    expect((await uploadPicture(line)).body).toMatchObject({ width: 2_048, height: 1 });
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: red } })
      .png()
      .toBuffer();
    expect((await uploadPicture(dot)).body).toMatchObject({ width: 1, height: 1 });
  });
});
