import type { ReadSound } from './audio-thread.ts';

/** One logical stream. A chained file has several in sequence. */
type Link = { codec: Codec; rate: number; preSkip: number; first: Page | null; second: Page | null; end: number };
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

/** Reads the length of an Ogg file: the samples of all links, independent of their start positions. */
export function readOgg(file: Buffer): ReadSound {
  const open = new Map<number, Link>();
  const links: Link[] = [];
  for (let at = file.indexOf('OggS'); at !== -1; at = file.indexOf('OggS', at)) {
    const segments = file.subarray(at + headBytes, at + headBytes + (file[at + 26] ?? 0));
    const bytes = segments.reduce((sum, size) => sum + size, 0);
    const body = at + headBytes + segments.length;
    if (body + bytes > file.length) break;
    const serial = file.readUInt32LE(at + 14);
    if (((file[at + 5] ?? 0) & isFirstPage) !== 0) {
      const link = beginLink(file.subarray(body, body + bytes));
      if (link) {
        open.set(serial, link);
        links.push(link);
      }
    } else {
      const granule = Number(file.readBigInt64LE(at + 6));
      const link = open.get(serial);
      // Header pages have position 0. A page on which no packet ends has position -1.
      if (link && granule > 0) notePage(link, { granule, bytes });
    }
    at = body + bytes;
  }
  const foreign = links.find(({ codec }) => codec !== 'Opus' && codec !== 'Vorbis');
  if (foreign) return { rejectedAs: foreign.codec === 'a video' ? foreign.codec : `${foreign.codec} in OGG` };
  return { extension: 'ogg', seconds: links.reduce((sum, link) => sum + secondsOf(link), 0) };
}

function beginLink(packet: Buffer): Link | null {
  const text = packet.subarray(0, 8).toString('latin1');
  const codec = codecs.find(([start]) => text.startsWith(start))?.[1];
  if (!codec) return null;
  const isOpus = codec === 'Opus';
  const rate = codec === 'Vorbis' && packet.length >= 16 ? packet.readUInt32LE(12) : 48_000;
  const preSkip = isOpus && packet.length >= 12 ? packet.readUInt16LE(10) : 0;
  return { codec, rate, preSkip, first: null, second: null, end: 0 };
}

function notePage(link: Link, page: Page): void {
  if (link.first === null) link.first = page;
  else link.second ??= page;
  link.end = Math.max(link.end, page.granule);
}

function secondsOf({ rate, preSkip, first, second, end }: Link): number {
  if (first === null || rate === 0) return 0;
  // A page states its end position. The duration of the first page is estimated from the second one, assuming equal
  // density.
  const lasts = second === null ? first.granule : ((second.granule - first.granule) * first.bytes) / second.bytes;
  const start = first.granule - lasts;
  // Below a second it is the error of this estimate, not an offset.
  return Math.max(0, end - (start > rate ? start : 0) - preSkip) / rate;
}
