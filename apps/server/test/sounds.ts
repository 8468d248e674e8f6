/**
 * Generates silent sounds in the formats of common encoders: valid frames, pages and boxes with a duration but no
 * content.
 */

const repeat = (count: number, make: (index: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));

const kilobits = { 32: 1, 64: 5, 128: 9, 320: 14 } as const;

/** An MPEG 1 layer 3 frame at 44.1 kHz: 26 ms. */
function mp3Frame(rate: keyof typeof kilobits): Buffer {
  const frame = Buffer.alloc(Math.floor((144 * rate * 1_000) / 44_100));
  frame.set([0xff, 0xfb, kilobits[rate] << 4, 0]);
  return frame;
}
const mp3FrameSeconds = 1_152 / 44_100;

/** An MP3 without a summary. The bitrate can differ per frame. */
export const mp3 = (seconds: number, rateOf: (second: number) => keyof typeof kilobits = () => 64): Buffer =>
  repeat(Math.ceil(seconds / mp3FrameSeconds), (index) => mp3Frame(rateOf(index * mp3FrameSeconds)));

/** The same with a summary of its frames and bytes. */
export function mp3WithSummary(seconds: number, rateOf: (second: number) => keyof typeof kilobits): Buffer {
  const frames = mp3(seconds, rateOf);
  const first = mp3Frame(128);
  first.write('Xing', 36, 'latin1');
  first.writeUInt32BE(0x3, 40);
  first.writeUInt32BE(Math.ceil(seconds / mp3FrameSeconds), 44);
  first.writeUInt32BE(frames.length + first.length, 48);
  return Buffer.concat([first, frames]);
}

/** Encodes a number with seven bits per byte, so that it does not look like a frame header. */
const synchsafe = (size: number) => [21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f);

/** Adds an ID3 title to an MP3. */
export function withId3(sound: Buffer, text: string): Buffer {
  const value = Buffer.concat([Buffer.from([3]), Buffer.from(text)]);
  const frame = Buffer.concat([Buffer.from('TIT2\0\0\0\0\0\0', 'latin1'), value]);
  frame.set(synchsafe(value.length), 4);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(synchsafe(frame.length)), frame, sound]);
}

/** AAC frames at 8 kHz, 128 ms each. */
export const aac = (seconds: number): Buffer =>
  repeat(Math.ceil(seconds / 0.128) + 1, () => {
    const frame = Buffer.alloc(180);
    frame.set([
      0xff,
      0xf1,
      (1 << 6) | (11 << 2),
      (1 << 6) | (180 >> 11),
      (180 >> 3) & 0xff,
      ((180 & 7) << 5) | 0x1f,
      0xfc,
    ]);
    return frame;
  });

const chunkHead = (name: string, size: number) => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(size, 4);
  return head;
};

type WavFormat = { format: number; bits: number; isExtensible?: boolean; sizes?: number };

/** A WAV in any format. `sizes` replaces the real sizes, as streaming encoders do. */
export function wavOf(seconds: number, { format, bits, isExtensible = false, sizes }: WavFormat): Buffer {
  const data = Buffer.alloc(Math.ceil((seconds * 8_000 * bits) / 8));
  const formatChunk = Buffer.alloc(isExtensible ? 40 : 16);
  formatChunk.writeUInt16LE(isExtensible ? 0xff_fe : format, 0);
  formatChunk.writeUInt16LE(1, 2);
  formatChunk.writeUInt32LE(8_000, 4);
  formatChunk.writeUInt32LE((8_000 * bits) / 8, 8);
  formatChunk.writeUInt16LE(Math.ceil(bits / 8), 12);
  formatChunk.writeUInt16LE(bits, 14);
  if (isExtensible) {
    formatChunk.writeUInt16LE(22, 16);
    formatChunk.writeUInt16LE(bits, 18);
    formatChunk.writeUInt16LE(format, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(formatChunk, 26);
  }
  const riffBytes = 4 + 8 + formatChunk.length + 8 + data.length;
  return Buffer.concat([
    chunkHead('RIFF', sizes ?? riffBytes),
    Buffer.from('WAVE'),
    chunkHead('fmt ', formatChunk.length),
    formatChunk,
    chunkHead('data', sizes ?? data.length),
    data,
  ]);
}

/** 8-bit PCM at 8 kHz. */
export function wav(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 8_000, 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

function oggPage(number: number, flags: number, granule: number, packet: Buffer): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 0, 'latin1');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(77, 14);
  head.writeUInt32LE(number, 18);
  const segments = [...Array.from({ length: Math.floor(packet.length / 255) }, () => 255), packet.length % 255];
  head[26] = segments.length;
  return Buffer.concat([head, Buffer.from(segments), packet]);
}

function ogg(seconds: number, unitsInSecond: number, first: Buffer, comment: Buffer, offset = 0): Buffer {
  const pages = repeat(seconds, (second) =>
    oggPage(second + 2, second === seconds - 1 ? 4 : 0, offset + (second + 1) * unitsInSecond, Buffer.alloc(400, 7)),
  );
  return Buffer.concat([oggPage(0, 2, 0, first), oggPage(1, 0, 0, comment), pages]);
}

export function vorbis(seconds: number): Buffer {
  const first = Buffer.alloc(30);
  first.write('\x01vorbis', 0, 'latin1');
  first.writeUInt8(1, 11);
  first.writeUInt32LE(44_100, 12);
  first.writeUInt32LE(64_000, 20);
  first.set([0xb8, 1], 28);
  return ogg(
    seconds,
    44_100,
    first,
    Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.from([1])]),
  );
}

/** `offsetSeconds` is the position of the first sample, as in a recorded stream. `preSkip` samples are not played. */
export function opus(seconds: number, { offsetSeconds = 0, preSkip = 0 } = {}): Buffer {
  const first = Buffer.alloc(19);
  first.write('OpusHead\x01\x01', 0, 'latin1');
  first.writeUInt16LE(preSkip, 10);
  first.writeUInt32LE(48_000, 12);
  const comment = Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.alloc(8)]);
  return ogg(seconds, 48_000, first, comment, offsetSeconds * 48_000);
}

const numbers = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
};
const box = (name: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([numbers(content.length + 8), Buffer.from(name, 'latin1'), content]);
};

/** An MP4 track at 8 kHz, in samples of 128 ms and 20 bytes. */
function track(id: number, handler: 'soun' | 'vide', samples: number, codec = 'mp4a'): Buffer {
  const entry = Buffer.alloc(28);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(1, 16);
  entry.writeUInt16BE(16, 18);
  entry.writeUInt32BE(8_000 * 65_536, 24);
  return box(
    'trak',
    box('tkhd', numbers(0, 0, 0, id, 0, samples * 1_024), Buffer.alloc(60)),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, 8_000, samples * 1_024, 0)),
      box('hdlr', numbers(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13)),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', numbers(0, 1), box(handler === 'soun' ? codec : 'avc1', entry)),
          box('stts', numbers(0, 1, samples, 1_024)),
          box('stsc', numbers(0, 1, 1, samples, 1)),
          box('stsz', numbers(0, 0, samples, ...Array.from({ length: samples }, () => 20))),
          box('stco', numbers(0, 1, 48)),
        ),
      ),
    ),
  );
}

export function mp4(
  seconds: number,
  { brand = 'M4A ', codec = 'mp4a', withPictures = false, isIndexLast = false } = {},
): Buffer {
  const samples = Math.ceil(seconds / 0.128);
  const head = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}isom`, 'latin1'));
  const index = box(
    'moov',
    box('mvhd', numbers(0, 0, 0, 8_000, samples * 1_024), Buffer.alloc(80)),
    track(1, 'soun', samples, codec),
    ...(withPictures ? [track(2, 'vide', samples)] : []),
  );
  const data = box('mdat', Buffer.alloc(samples * 20));
  return Buffer.concat(isIndexLast ? [head, data, index] : [head, index, data]);
}

/** Creates the form with which an admin adds a meditation. */
export function meditationForm(audio: Buffer, fields: Record<string, string | Buffer> = {}): FormData {
  const form = new FormData();
  const formFields = {
    title: 'Rain on a tent',
    description: 'Lie down. Listen.',
    duration: '60',
    audioFile: audio,
    ...fields,
  };
  for (const [name, value] of Object.entries(formFields))
    form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], `${name}.bin`));
  return form;
}
