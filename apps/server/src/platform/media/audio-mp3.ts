import type { ParsedSound } from './audio.ts';

const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];
/** By the version bits of a frame: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const rateDivisors = [4, 0, 2, 1];
const layer3 = 1;

type Frame = { bytes: number; seconds: number; rate: number };

/** Reads the header of a layer 3 frame. */
function frameAt(file: Buffer, at: number): Frame | null {
  if (at + 4 > file.length || file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xe0) !== 0xe0) return null;
  const [second, third] = [file[at + 1] ?? 0, file[at + 2] ?? 0];
  const divisor = rateDivisors[(second >> 3) & 3] ?? 0;
  const sampleRate = sampleRates[(third >> 2) & 3];
  if (((second >> 1) & 3) !== layer3 || divisor === 0 || sampleRate === undefined) return null;
  const bitrate = bitrates[divisor === 1 ? 1 : 2][third >> 4] ?? 0;
  if (bitrate === 0) return null;
  const rate = sampleRate / divisor;
  const samples = divisor === 1 ? 1_152 : 576;
  return {
    bytes: Math.floor((samples / 8) * ((bitrate * 1_000) / rate)) + ((third >> 1) & 1),
    seconds: samples / rate,
    rate,
  };
}

/** Whether `count` frames of the same sample rate follow each other. A single header can occur by chance. */
function areFramesAt(file: Buffer, start: number, count: number): boolean {
  let at = start;
  let rate: number | undefined;
  for (let index = 0; index < count; index += 1) {
    const frame = frameAt(file, at);
    if (!frame || (rate !== undefined && frame.rate !== rate)) return false;
    ({ rate } = frame);
    at += frame.bytes;
  }
  return true;
}

/** Minimum number of consecutive frames. Encoders write more; fewer can occur by chance. */
const minConsecutiveFrames = 5;
const maxJunkBytes = 1024 * 1024;

/** Returns the offset of the sound after tags and junk; -1 if there is none. */
export function findMp3(file: Buffer): number {
  let at = 0;
  for (let tag = tagBytesAt(file, at); tag > 0; tag = tagBytesAt(file, at)) at += tag;
  // A web page or other text followed by a sound counts as text.
  if (/^\s*[<#\w{"][\s\x20-\x7e]{15}/.test(file.toString('latin1', at, at + 64))) return -1;
  for (const end = at + maxJunkBytes; at < end && at !== -1; at = file.indexOf(0xff, at + 1))
    if (areFramesAt(file, at, minConsecutiveFrames)) return at;
  return -1;
}

/** Returns the length of an ID3 or APE tag; 0 if there is none. */
function tagBytesAt(file: Buffer, at: number): number {
  const head = file.toString('latin1', at, at + 8);
  if (head.startsWith('ID3') && at + 10 <= file.length) {
    const [a = 0, b = 0, c = 0, d = 0] = file.subarray(at + 6, at + 10);
    return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
  }
  if (head === 'APETAGEX' && at + 32 <= file.length) return 32 + file.readUInt32LE(at + 12);
  return 0;
}

/**
 * Reads the length of an MP3 by counting all its frames. Ignores the summary in the first frame, which is wrong in a
 * truncated file.
 */
export function readMp3(file: Buffer, start: number): ParsedSound {
  let seconds = 0;
  for (let at = start; at !== -1 && at < file.length;) {
    const frame = frameAt(file, at);
    if (frame && at + frame.bytes <= file.length) {
      seconds += frame.seconds;
      at += frame.bytes;
    } else {
      at = file.indexOf(0xff, at + 1);
      while (at !== -1 && !areFramesAt(file, at, 2)) at = file.indexOf(0xff, at + 1);
    }
  }
  return { extension: 'mp3', seconds };
}
