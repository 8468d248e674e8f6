import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { fileTypeFromFile } from 'file-type';
import { type IAudioMetadata, type IOptions, parseBlob } from 'music-metadata';
import { findMp3, readMp3 } from './audio-mp3.ts';
import { readOgg } from './audio-ogg.ts';
import { readWav } from './audio-wav.ts';
import type { AudioReading, ParsedSound } from './audio.ts';

const options: IOptions = { duration: true, skipCovers: true, skipPostHeaders: true };

/** The brand of an MP4 file depends on its encoder. The boxes inside are the same. */
const mp4Types = new Set(['m4a', 'm4b', 'm4p', 'm4v', 'mp4', 'mov', '3gp', '3g2', 'f4a', 'f4b', 'f4v', 'f4p']);

const unsupportedFormats: Record<string, string> = {
  aif: 'an AIFF file',
  aiff: 'an AIFF file',
  amr: 'an AMR recording',
  ape: 'a Monkey’s Audio file',
  asf: 'a Windows Media file',
  ac3: 'an AC-3 file',
  avi: 'a video',
  flac: 'a FLAC file',
  mid: 'a MIDI file',
  mkv: 'a video',
  mp1: 'an MPEG layer 1 file',
  mp2: 'an MPEG layer 2 file',
  mpg: 'a video',
  webm: 'a WebM file',
  wma: 'a Windows Media file',
};

const playableMp4Codecs = /^(?:MPEG-4\/AAC|AAC.*|MP3|.*Layer 3|<?mp4a>?|<?Opus>?|<?fLaC>?|FLAC|<?\.mp3>?)$/i;

const mp4Codecs: Record<string, string> = { '<samr>': 'AMR', '<sawb>': 'AMR', '<ec-3>': 'E-AC-3', '<alac>': 'ALAC' };

async function readMp4(file: string): Promise<ParsedSound> {
  const { format } = await parseAs(file, 'audio/mp4');
  if (format.hasVideo === true) return { unsupportedFormat: 'a video' };
  const names = [format.codec, ...(format.trackInfo ?? []).map(({ codecName }) => codecName)];
  const codec = names.find((name) => name !== undefined && name !== '');
  if (codec === undefined) return { extension: 'm4a', seconds: 0 };
  if (!playableMp4Codecs.test(codec)) return { unsupportedFormat: `${mp4Codecs[codec] ?? codec} in MP4` };
  // The library finds no length in QuickTime tracks.
  return { extension: 'm4a', seconds: format.duration ?? movieSeconds(await readFile(file)) };
}

/** Reads the length from the movie header (ISO 14496-12, `mvhd`). */
function movieSeconds(file: Buffer): number {
  const movie = file.indexOf('mvhd', file.indexOf('moov'), 'latin1') + 4;
  if (movie < 8 || movie + 32 > file.length) return 0;
  const isLong = file[movie] === 1;
  const scale = file.readUInt32BE(movie + (isLong ? 20 : 12));
  const length = isLong ? Number(file.readBigUInt64BE(movie + 24)) : file.readUInt32BE(movie + 16);
  return scale === 0 ? 0 : length / scale;
}

/** Reads the length of an AAC file. Without a file size, the library counts all frames instead of estimating. */
const readAac = async (file: string): Promise<ParsedSound> => {
  const { format } = await parseAs(file, 'audio/aac');
  return { extension: 'aac', seconds: format.duration ?? 0 };
};

async function parseAs(file: string, type: string): Promise<IAudioMetadata> {
  return parseBlob(await openAsBlob(file, { type }), options);
}

async function readSound(file: string): Promise<ParsedSound | undefined> {
  const type = (await fileTypeFromFile(file))?.ext ?? '';
  if (mp4Types.has(type)) return readMp4(file);
  if (type === 'aac') return readAac(file);
  if (type === 'wav') return readWav(await readFile(file));
  if (['ogg', 'oga', 'ogv', 'ogx', 'ogm', 'spx', 'opus'].includes(type)) return readOgg(await readFile(file));
  const unsupportedFormat = unsupportedFormats[type];
  if (unsupportedFormat !== undefined) return { unsupportedFormat };
  // The library checks only the first bytes, so junk before the first frame hides an MP3.
  if (type !== '' && type !== 'mp3') return undefined;
  const content = await readFile(file);
  const start = findMp3(content);
  return start === -1 ? undefined : readMp3(content, start);
}

async function read(file: string): Promise<AudioReading> {
  const sound = await readSound(file);
  if (sound === undefined) return { errorCode: 'audio.not_audio' };
  if ('unsupportedFormat' in sound) return { errorCode: 'audio.not_audio', name: sound.unsupportedFormat };
  if (!(sound.seconds > 0)) return { errorCode: 'audio.damaged' };
  return { extension: sound.extension, seconds: Math.round(sound.seconds) };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, only windows do
parentPort?.postMessage(await read(String(workerData)));
