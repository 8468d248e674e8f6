import { Worker } from 'node:worker_threads';
import { audioErrors } from '@commons/contract/meditations';
import { errorsOf } from '../errors.ts';
import { enqueueMedia } from './images.ts';

const audioError = errorsOf(audioErrors);

/** The file extensions of stored audio. */
export const audioExtensions = ['mp3', 'wav', 'ogg', 'm4a', 'aac'] as const;
export type AudioExtension = (typeof audioExtensions)[number];

/** A sound and its length, or the name of a format that browsers do not play. */
export type ParsedSound = { extension: AudioExtension; seconds: number } | { unsupportedFormat: string };

/** The message of the thread that read a file. */
export type AudioReading =
  | { extension: AudioExtension; seconds: number }
  | { errorCode: 'audio.not_audio'; name?: string }
  | { errorCode: 'audio.damaged' };

/** Counting the frames of 50 MB takes seconds. A file that takes longer is considered damaged. */
const maxMilliseconds = 45_000;
const maxMegabytes = 128;

/**
 * Detects the format and the length of a sound by its content. Reads each file in its own thread, because it may have
 * to count every frame. A file that was crafted to use much time or memory then blocks no other request.
 * @throws AppError if it is not audio that browsers can play, or damaged.
 */
export const readAudio = (file: string): Promise<Extract<AudioReading, { seconds: number }>> =>
  enqueueMedia(async () => {
    const reading = await readInThread(file);
    if (!('errorCode' in reading)) return reading;
    const { detail } = audioErrors[reading.errorCode];
    const isNamed = 'name' in reading && reading.name !== undefined;
    throw audioError(reading.errorCode, isNamed ? { detail: `This is ${reading.name}. ${detail}` } : {});
  });

function readInThread(file: string): Promise<AudioReading> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('audio-thread.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    const finish = (reading: AudioReading) => {
      clearTimeout(timer);
      resolve(reading);
      void thread.terminate();
    };
    const timer = setTimeout(() => finish({ errorCode: 'audio.damaged' }), maxMilliseconds);
    thread.once('message', finish);
    // The thread ran out of memory or the reader crashed. The file caused it in both cases.
    thread.once('error', () => finish({ errorCode: 'audio.damaged' }));
  });
}
