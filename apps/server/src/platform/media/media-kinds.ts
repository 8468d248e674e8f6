import { imageLimits } from '@commons/contract/media';
import { audioErrors, meditationLimits } from '@commons/contract/meditations';
import { type AppError, errorsOf } from '../errors.ts';
import { audioExtensions, readAudio } from './audio.ts';
import {
  mediaError,
  type RenderedPicture,
  renderCover,
  renderIcon,
  renderMeditationCover,
  renderPostImage,
  renderProfilePhoto,
} from './images.ts';
import type { mediaKinds } from './media.tables.ts';
import type { Content } from './storage.ts';

export type MediaKind = (typeof mediaKinds)[number];

/** A file ready to be stored as one or more parts. The first part determines its address. */
export type PreparedFile = {
  parts: { ending: string; content: Content }[];
  /** In pixels; 0 if it is not a picture. */
  width: number;
  height: number;
  /** Length of a sound; 0 if it is not one. */
  seconds: number;
  /** Whether the picture was animated. Only the first frame is kept. */
  wasAnimated: boolean;
};

type KindOfMedia = {
  /** The hard limit. A setting can lower it. */
  maxBytes: number;
  sizeSetting: 'imageMegabytes' | 'audioMegabytes';
  tooLargeError: (megabytes: number) => AppError;
  missingError: () => AppError;
  /** Detects and processes a received file by its content. @throws AppError if it is invalid. */
  prepare: (file: string) => Promise<PreparedFile>;
  /** The possible name endings of its parts. */
  endings: readonly string[];
  /** The number of parts that each file has. */
  partsCount: number;
};

const audioError = errorsOf(audioErrors);

const pictureKind = (render: (file: string) => Promise<RenderedPicture>): KindOfMedia => ({
  maxBytes: imageLimits.maxBytes,
  sizeSetting: 'imageMegabytes',
  tooLargeError: (megabytes) =>
    mediaError('media.too_large', { detail: `A picture can be up to ${megabytes} MB. Nothing was stored.` }),
  missingError: () => mediaError('media.no_file'),
  async prepare(file) {
    const { renditions, wasAnimated } = await render(file);
    const { width, height } = renditions[0] ?? { width: 0, height: 0 };
    return {
      parts: renditions.map(({ name, bytes }) => ({ ending: `${name}.webp`, content: bytes })),
      width,
      height,
      seconds: 0,
      wasAnimated,
    };
  },
  endings: ['full.webp', 'card.webp', 'small.webp'],
  partsCount: 2,
});

/** The accepted kinds of files. */
export const kindsOfMedia: Record<MediaKind, KindOfMedia> = {
  image: pictureKind(renderPostImage),
  'profile-photo': pictureKind(renderProfilePhoto),
  'message-photo': pictureKind(renderPostImage),
  'meditation-cover': pictureKind(renderMeditationCover),
  cover: pictureKind(renderCover),
  logo: pictureKind(renderCover),
  icon: pictureKind(renderIcon),
  audio: {
    maxBytes: meditationLimits.audioBytes,
    sizeSetting: 'audioMegabytes',
    tooLargeError: (megabytes) =>
      audioError('audio.too_large', { detail: `An audio file can be up to ${megabytes} MB. Nothing was stored.` }),
    missingError: () => audioError('audio.no_file'),
    async prepare(file) {
      const { extension, seconds } = await readAudio(file);
      const parts = [{ ending: `audio.${extension}`, content: { file } }];
      return { parts, width: 0, height: 0, seconds, wasAnimated: false };
    },
    endings: audioExtensions.map((extension) => `audio.${extension}`),
    partsCount: 1,
  },
};
