import type { ParsedSound } from './audio.ts';

/** One logical stream. A chained file has several in sequence. */
type LogicalStream = {
  codec: Codec;
  rate: number;
  preSkip: number;
  first: Page | null;
  second: Page | null;
  end: number;
};
type Page = { granule: number; bytes: number };
type Codec = 'Opus' | 'Vorbis' | 'FLAC' | 'Speex' | 'a video';

const codecs: [start: string, codec: Codec][] = [
  ['OpusHead', 'Opus'],
  ['\x01vorbis', 'Vorbis'],
  ['\x7FFLAC', 'FLAC'],
  ['Speex   ', 'Speex'],
  ['\x80theora', 'a video'],
];

const isFirstPage = 0x02;
const headBytes = 27;

/** Reads the length of an Ogg file: the samples of all streams, independent of their start positions. */
export function readOgg(file: Buffer): ParsedSound {
  const openStreams = new Map<number, LogicalStream>();
  const streams: LogicalStream[] = [];
  for (let at = file.indexOf('OggS'); at !== -1; at = file.indexOf('OggS', at)) {
    const segments = file.subarray(at + headBytes, at + headBytes + (file[at + 26] ?? 0));
    const bytes = segments.reduce((sum, size) => sum + size, 0);
    const body = at + headBytes + segments.length;
    if (body + bytes > file.length) break;
    const serial = file.readUInt32LE(at + 14);
    if (((file[at + 5] ?? 0) & isFirstPage) !== 0) {
      const stream = startStream(file.subarray(body, body + bytes));
      if (stream) {
        openStreams.set(serial, stream);
        streams.push(stream);
      }
    } else {
      const granule = Number(file.readBigInt64LE(at + 6));
      const stream = openStreams.get(serial);
      // Header pages have position 0. A page on which no packet ends has position -1.
      if (stream && granule > 0) recordPage(stream, { granule, bytes });
    }
    at = body + bytes;
  }
  const unsupported = streams.find(({ codec }) => codec !== 'Opus' && codec !== 'Vorbis');
  if (unsupported)
    return { unsupportedFormat: unsupported.codec === 'a video' ? unsupported.codec : `${unsupported.codec} in OGG` };
  return { extension: 'ogg', seconds: streams.reduce((sum, stream) => sum + secondsOf(stream), 0) };
}

function startStream(packet: Buffer): LogicalStream | null {
  const text = packet.subarray(0, 8).toString('latin1');
  const codec = codecs.find(([start]) => text.startsWith(start))?.[1];
  if (!codec) return null;
  const isOpus = codec === 'Opus';
  const rate = codec === 'Vorbis' && packet.length >= 16 ? packet.readUInt32LE(12) : 48_000;
  const preSkip = isOpus && packet.length >= 12 ? packet.readUInt16LE(10) : 0;
  return { codec, rate, preSkip, first: null, second: null, end: 0 };
}

function recordPage(stream: LogicalStream, page: Page): void {
  if (stream.first === null) stream.first = page;
  else stream.second ??= page;
  stream.end = Math.max(stream.end, page.granule);
}

function secondsOf({ rate, preSkip, first, second, end }: LogicalStream): number {
  if (first === null || rate === 0) return 0;
  // A page states its end position. The duration of the first page is estimated from the second one, assuming equal
  // density.
  const firstPageSamples =
    second === null ? first.granule : ((second.granule - first.granule) * first.bytes) / second.bytes;
  const start = first.granule - firstPageSamples;
  // A start below one second is an error of this estimate, not an offset.
  return Math.max(0, end - (start > rate ? start : 0) - preSkip) / rate;
}
