import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { fileTypeFromFile } from 'file-type';
import { type IAudioMetadata, type IOptions, parseFile, parseStream } from 'music-metadata';
import type { AudioExtension, AudioReading } from './audio.ts';

type Format = { extension: AudioExtension; codec: RegExp; read: (file: string) => Promise<IAudioMetadata> };

const options: IOptions = { duration: true, skipCovers: true, skipPostHeaders: true };

const inContainer = (extension: AudioExtension, codec: RegExp): Format => ({
  extension,
  codec,
  read: (file) => parseFile(file, options),
});

/**
 * Frames one after the other, without a length of the whole: they are all counted. Who knows the size of the file takes
 * the first frames for all of them, and is wrong where a voice begins after silence.
 */
const inFrames = (extension: AudioExtension, codec: RegExp, mimeType: string): Format => ({
  extension,
  codec,
  read: (file) => parseStream(createReadStream(file).pipe(withoutSummary()), { mimeType }, options),
});

const summaries = ['Xing', 'Info'];

/**
 * Takes out of an MP3 what its first frame says of the length of all: it outlives the end of a file that was cut. These
 * letters are no part of any other frame's head. What may be the beginning of them waits for the piece that follows.
 */
const withoutSummary = () => {
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const piece = Buffer.concat([held, chunk]);
      for (const word of summaries)
        for (let at = piece.indexOf(word); at !== -1; at = piece.indexOf(word, at)) piece.fill(0, at, at + word.length);
      held = piece.subarray(-3);
      done(null, piece.subarray(0, -3));
    },
    flush(done) {
      done(null, held);
    },
  });
};

const aacInMp4 = inContainer('m4a', /^MPEG-4\/AAC$/);
const vorbisOrOpus = inContainer('ogg', /^(?:Vorbis I|Opus)$/);

/** By the ending that its content is known by; the codecs are those that browsers play. */
const formats: Record<string, Format> = {
  mp3: inFrames('mp3', /Layer 3$/, 'audio/mpeg'),
  aac: inFrames('aac', /^AAC$/, 'audio/aac'),
  // 65534 says that more is said elsewhere: 24 bits, several channels.
  wav: inContainer('wav', /^(?:PCM|IEEE_FLOAT|ALAW|MULAW|non-PCM \(65534\))$/),
  ogg: vorbisOrOpus,
  opus: vorbisOrOpus,
  m4a: aacInMp4,
  m4b: aacInMp4,
  // Programs write sound alone under the general name, too. Whether there are pictures is seen inside.
  mp4: aacInMp4,
};

async function read(file: string): Promise<AudioReading> {
  const type = await fileTypeFromFile(file);
  const format = formats[type?.ext ?? ''];
  if (!format) return { refused: 'audio.not_audio' };
  const { format: found } = await format.read(file);
  const { codec = '', duration = 0, hasVideo } = found;
  if (hasVideo === true || (codec !== '' && !format.codec.test(codec))) return { refused: 'audio.not_audio' };
  if (codec === '' || !(duration > 0)) return { refused: 'audio.damaged' };
  return { extension: format.extension, seconds: Math.round(duration) };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, only windows do
parentPort?.postMessage(await read(String(workerData)));
