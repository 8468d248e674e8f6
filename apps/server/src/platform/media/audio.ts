import { Worker } from 'node:worker_threads';
import { audioErrors } from '@commons/contract/meditations';
import { errorsOf } from '../errors.ts';
import { inTurn } from './images.ts';

const audioError = errorsOf(audioErrors);

/** What audio is kept as, by its content. */
export const audioExtensions = ['mp3', 'wav', 'ogg', 'm4a', 'aac'] as const;
export type AudioExtension = (typeof audioExtensions)[number];

/** What the thread says that read a file. */
export type AudioReading =
  | { extension: AudioExtension; seconds: number }
  | { refused: 'audio.not_audio'; name?: string }
  | { refused: 'audio.damaged' };

/** Counting the frames of 50 MB takes some seconds; what takes longer leads its reader astray. */
const maxMilliseconds = 45_000;
const maxMegabytes = 128;

/**
 * What kind of sound a file is and how long it lasts, by its content. It is read in a thread of its own, which ends with the
 * file: every frame may have to be counted, and a file that was made to keep its reader busy, or to fill its memory, keeps
 * nobody else waiting. @throws AppError when it is no audio that browsers play, or damaged.
 */
export const readAudio = (file: string): Promise<Extract<AudioReading, { seconds: number }>> =>
  inTurn(async () => {
    const reading = await readInThread(file);
    if (!('refused' in reading)) return reading;
    const { detail } = audioErrors[reading.refused];
    const isNamed = 'name' in reading && reading.name !== undefined;
    throw audioError(reading.refused, isNamed ? { detail: `This is ${reading.name}. ${detail}` } : {});
  });

function readInThread(file: string): Promise<AudioReading> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('audio-thread.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    const end = (reading: AudioReading) => {
      clearTimeout(timer);
      resolve(reading);
      void thread.terminate();
    };
    const timer = setTimeout(() => end({ refused: 'audio.damaged' }), maxMilliseconds);
    thread.once('message', end);
    // Out of memory, or out of its depth: the file is to blame for both.
    thread.once('error', () => end({ refused: 'audio.damaged' }));
  });
}
