import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noise } from '../../../test/pictures.ts';
import { aac, mp3, mp3WithSummary, mp4, opus, vorbis, wav, withId3 } from '../../../test/sounds.ts';
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
    ({ extension, seconds }) => `accepted as ${extension} of ${seconds} s`,
    (error: { code?: string }) => error.code,
  );

/** Silence, then a voice. An estimate from the first frames would be wrong by a factor of four. */
const voiceAfterSilence = (second: number) => (second < 10 ? 32 : 128);

describe('sounds that browsers play', () => {
  test.for<[name: string, bytes: Buffer, extension: string, seconds: number]>([
    ['MP3', mp3(61), 'mp3', 61],
    ['MP3 of variable bitrate without a summary', mp3(100, voiceAfterSilence), 'mp3', 100],
    ['MP3 of variable bitrate with a summary', mp3WithSummary(100, voiceAfterSilence), 'mp3', 100],
    ['MP3 with an ID3v2 title', withId3(mp3(61), 'Rain on a tent'), 'mp3', 61],
    ['MP3 with an ID3v1 title', Buffer.concat([mp3(61), Buffer.from('TAG'.padEnd(128, ' '))]), 'mp3', 61],
    ['WAV', wav(61), 'wav', 61],
    ['OGG, Vorbis', vorbis(61), 'ogg', 61],
    ['OGG, Opus', opus(61), 'ogg', 61],
    ['M4A', mp4(61), 'm4a', 61],
    ['M4A with its index at the end', mp4(61, { isIndexLast: true }), 'm4a', 61],
    ['MP4 with only sound', mp4(61, { brand: 'mp42' }), 'm4a', 61],
    ['AAC', aac(61), 'aac', 61],
  ])('%s is detected by its content with its length', async ([, bytes, extension, seconds]) => {
    expect(await read(bytes)).toEqual({ extension, seconds });
  });

  test.for<[name: string, makeBytes: () => Buffer]>([
    ['Xing', () => mp3ClaimingTwoHours('Xing')],
    ['Info, which encoders write for a constant bitrate', () => mp3ClaimingTwoHours('Info')],
    ['Xing across two chunks of the file', () => acrossChunks('Xing')],
    ['Info across two chunks of the file', () => acrossChunks('Info')],
  ])('the summary of the first frame is ignored: %s', async ([, makeBytes]) => {
    expect(await read(makeBytes())).toEqual({ extension: 'mp3', seconds: 70 });
  });

  test('the length of a truncated file is that of its remaining part', async () => {
    const whole = mp3WithSummary(100, voiceAfterSilence);
    // The first ten seconds take less space than the others.
    const { seconds } = await read(whole.subarray(0, whole.length / 2));
    expect(seconds).toBe(54);
    expect(await read(wav(100).subarray(0, 8_000 * 60))).toMatchObject({ seconds: 60 });
    expect(await read(vorbis(100).subarray(0, vorbis(100).length / 2))).toMatchObject({ seconds: 49 });
  });
});

/** A sound of 70 seconds whose summary claims two hours, in a first frame with a different bitrate. */
function mp3ClaimingTwoHours(word: string): Buffer {
  const sound = mp3WithSummary(70, () => 64);
  const at = sound.indexOf('Xing');
  sound.write(word, at, 'latin1');
  sound.writeUInt32BE(Math.ceil((2 * 3_600 * 44_100) / 1_152), at + 8);
  return sound;
}

/** Adds a title that is so long that the word crosses the boundary of two chunks that Node reads. */
function acrossChunks(word: string): Buffer {
  const sound = mp3ClaimingTwoHours(word);
  const at = withId3(sound, '').indexOf(word);
  return withId3(sound, 'x'.repeat(64 * 1024 - 2 - at));
}

describe('not a sound', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(60), Buffer.from('PK\x05\x06')]);

  test.for<[name: string, make: () => Buffer | Promise<Buffer>]>([
    ['a picture', () => noise(50, 50).png().toBuffer()],
    ['a page', () => page],
    ['a page followed by a sound', () => Buffer.concat([page, mp3(61)])],
    ['an archive', () => zip],
    ['an archive followed by a sound', () => Buffer.concat([zip, mp3(61)])],
    ['a document followed by a sound', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), mp3(61)])],
    ['a program', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(500)])],
    ['a video', () => mp4(61, { brand: 'mp42', withPictures: true })],
    ['a video with the brand of a sound', () => mp4(61, { withPictures: true })],
    ['pseudo-random bytes', () => Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251))],
    ['a text', () => Buffer.from('Lie down. Listen. '.repeat(500))],
    ['a playlist', () => Buffer.from('#EXTM3U\nhttps://sounds.test/a.mp3\n')],
    ['a compressed hundred megabytes', () => deflateSync(Buffer.alloc(100_000_000))],
    [
      'a MIDI file, which browsers do not play',
      () => Buffer.concat([Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60'), Buffer.alloc(500)]),
    ],
    ['FLAC in OGG', () => Buffer.from(vorbis(61).toString('latin1').replace('\x01vorbis', '\x7fFLAC\x01\0'), 'latin1')],
  ])('%s is rejected', async ([, make]) => {
    expect(await readRejection(await make())).toBe('audio.not_audio');
  });

  test.for<[name: string, make: () => Buffer]>([
    ['an M4A that ends before its sound', () => mp4(61).subarray(0, mp4(61).length - 5_000)],
    ['an M4A without its index', () => mp4(61, { isIndexLast: true }).subarray(0, 5_000)],
    ['a WAV without sound', () => wav(61).subarray(0, 44)],
    ['a WAV with a truncated header', () => wav(61).subarray(0, 30)],
    ['an OGG with a truncated header', () => vorbis(61).subarray(0, 40)],
    ['an MP3 of three frames', () => mp3(0.07)],
    ['a title without a sound', () => withId3(Buffer.alloc(0), 'Rain')],
    [
      'a title that claims a quarter of a gigabyte',
      () => Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), mp3(61)]),
    ],
  ])('%s is rejected as damaged or as no audio', async ([, make]) => {
    expect(await readRejection(make())).toMatch(/^audio\.(?:damaged|not_audio)$/);
  });

  test.for<[name: string, make: () => Buffer]>([
    ['tables of four thousand million entries', () => withWrongNumber(mp4(61), 'stsz', 8, 0xff_ff_ff_ff)],
    ['a box of four gigabytes', () => withWrongNumber(mp4(61), 'moov', -4, 0xff_ff_ff_00)],
    ['a box in itself', () => withWrongNumber(mp4(61), 'trak', -4, 8)],
    ['a chunk of four gigabytes', () => withWrongNumber(wav(61), 'fmt ', 4, 0xff_ff_ff_f0)],
    ['boxes nested ten thousand deep', () => Buffer.concat([mp4(1).subarray(0, 24), nestBoxes(10_000)])],
    [
      'a wrong comment count',
      () =>
        Buffer.from(
          vorbis(61).toString('latin1').replace('\x03vorbis\0\0\0\0\0\0\0\0', '\x03vorbis\0\0\0\0\xff\xff\xff\x7f'),
          'latin1',
        ),
    ],
    ['ten megabytes of frame headers', () => Buffer.alloc(10_000_000, Buffer.from([0xff, 0xfb]))],
  ])('%s takes limited time and memory', { timeout: 60_000 }, async ([, make]) => {
    const bytes = make();
    const [startedAt, before] = [performance.now(), process.memoryUsage().rss];
    await readRejection(bytes);
    expect(performance.now() - startedAt).toBeLessThan(35_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

/** Overwrites a number at an offset after a word in a file. */
function withWrongNumber(file: Buffer, word: string, offset: number, value: number): Buffer {
  const modified = Buffer.from(file);
  modified.writeUInt32BE(value, modified.indexOf(word) + (offset < 0 ? offset : offset + 4));
  return modified;
}

function nestBoxes(depth: number): Buffer {
  const boxes = Buffer.alloc(depth * 8);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE((depth - level) * 8, level * 8);
    boxes.write('moov', level * 8 + 4, 'latin1');
  }
  return boxes;
}
