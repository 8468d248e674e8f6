import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp3, mp4, opus, vorbis, wavOf, withId3 } from '../../../test/sounds.ts';
import type { AppError } from '../errors.ts';
import { readAudio } from './audio.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-sounds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer) {
  const file = path.join(folder, 'sound');
  await writeFile(file, bytes);
  return readAudio(file);
}

const readRejection = (bytes: Buffer) =>
  read(bytes).then(
    ({ extension }) => `accepted as ${extension}`,
    (error: AppError) => error.definition.detail,
  );

const [pcm, float, adpcm] = [1, 3, 2];
const unknownSize = 0xff_ff_ff_ff;

describe('audio in MP4', () => {
  test.for(['3gp4', '3gp5', '3gp6', '3g2a', '3g2b', 'qt  ', 'M4A ', 'M4B ', 'mp41', 'mp42', 'isom', 'iso6', 'dash'])(
    'of brand %s is accepted',
    async (brand) => {
      expect(await read(mp4(70, { brand }))).toEqual({ extension: 'm4a', seconds: 70 });
    },
  );

  test.for(['mp4a', 'Opus', 'fLaC', '.mp3'])('with the codec %s is accepted', async (codec) => {
    expect(await read(mp4(70, { brand: 'isom', codec }))).toEqual({ extension: 'm4a', seconds: 70 });
  });

  test.for([
    ['alac', 'ALAC in MP4'],
    ['ac-3', 'AC-3 in MP4'],
    ['ec-3', 'E-AC-3 in MP4'],
    ['samr', 'AMR in MP4'],
    ['sawb', 'AMR in MP4'],
  ] as const)('with the codec %s is rejected, and the message names the format', async ([codec, name]) => {
    expect(await readRejection(mp4(70, { brand: '3gp4', codec }))).toContain(`This is ${name}. `);
  });

  test.for(['mp42', '3gp4', 'qt  ', 'M4A '])(
    'a video of brand %s is rejected, and the message names the format',
    async (brand) => {
      expect(await readRejection(mp4(70, { brand, withPictures: true }))).toContain('This is a video. ');
    },
  );
});

describe('WAV', () => {
  test.for([
    ['unknown sizes', { format: pcm, bits: 16, sizes: unknownSize }],
    ['sizes of zero', { format: pcm, bits: 16, sizes: 0 }],
    ['24 bits, extensible, unknown sizes', { format: pcm, bits: 24, isExtensible: true, sizes: unknownSize }],
    ['32 bits', { format: pcm, bits: 32 }],
    ['32-bit float', { format: float, bits: 32 }],
    ['32-bit float, extensible', { format: float, bits: 32, isExtensible: true }],
  ] as const)('with %s is accepted', async ([, format]) => {
    expect(await read(wavOf(70, format))).toEqual({ extension: 'wav', seconds: 70 });
  });

  test.for([
    [{ format: float, bits: 64 }, 'a 64-bit float WAV file'],
    [{ format: float, bits: 64, isExtensible: true }, 'a 64-bit float WAV file'],
    [{ format: adpcm, bits: 4 }, 'ADPCM in a WAV file'],
  ] as const)('of an unsupported format is rejected, and the message names it: %o', async ([format, name]) => {
    expect(await readRejection(wavOf(70, format))).toContain(`This is ${name}. `);
  });
});

describe('the length of', () => {
  test.for<[name: string, make: () => Buffer, seconds: number]>([
    ['Vorbis in two links', () => Buffer.concat([vorbis(100), vorbis(70)]), 170],
    ['Opus in two links', () => Buffer.concat([opus(100), opus(70)]), 170],
    ['Opus and Vorbis in three links', () => Buffer.concat([opus(10), vorbis(100), opus(60)]), 170],
    ['Opus whose positions begin later', () => opus(70, { offsetSeconds: 3_600 }), 70],
    ['Opus with a pre-skip', () => opus(70, { preSkip: 48_000 }), 69],
    ['two links whose positions begin later', () => Buffer.concat([opus(70, { offsetSeconds: 90 }), opus(70)]), 140],
  ])('%s', async ([, make, seconds]) => {
    expect(await read(make())).toEqual({ extension: 'ogg', seconds });
  });
});

describe('MP3 with junk before the sound', () => {
  const ape = Buffer.concat([Buffer.from('APETAGEX'), Buffer.from([208, 7, 0, 0, 100, 0, 0, 0]), Buffer.alloc(116)]);

  test.for<[name: string, make: (sound: Buffer) => Buffer]>([
    ['zeros', (sound) => Buffer.concat([Buffer.alloc(5_000), sound])],
    ['zeros after a title', (sound) => withId3(Buffer.concat([Buffer.alloc(5_000), sound]), 'Rain')],
    ['two titles', (sound) => withId3(withId3(sound, 'Rain'), 'Rain on a tent')],
    ['bytes of another frame', (sound) => Buffer.concat([sound.subarray(100, 150), Buffer.alloc(50, 0xfe), sound])],
    ['an APE tag', (sound) => Buffer.concat([ape, sound])],
    ['bytes that look like a frame', (sound) => Buffer.concat([Buffer.from([0, 0xff, 0xfb, 0x90, 0]), sound])],
  ])('%s', async ([, make]) => {
    expect(await read(make(mp3(70)))).toEqual({ extension: 'mp3', seconds: 70 });
  });
});

test.for<[name: string, bytes: Buffer]>([
  ['an AIFF file', Buffer.from('FORM\0\0\0\x20AIFFCOMM\0\0\0\x12\0\x01\0\0\0\0\0\x10', 'latin1')],
  ['a MIDI file', Buffer.concat([Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60'), Buffer.alloc(500)])],
  ['an AMR recording', Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(500)])],
  ['a FLAC file', Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(500)])],
  ['FLAC in OGG', Buffer.from(vorbis(61).toString('latin1').replace('\x01vorbis', '\x7fFLAC\x01\0'), 'latin1')],
])('%s is rejected, and the message names the format', async ([name, bytes]) => {
  expect(await readRejection(bytes)).toBe(
    `This is ${name}. Please choose an MP3, WAV, OGG, M4A or AAC file. Nothing was stored.`,
  );
});
