import { imageLimits } from '@commons/contract/media';
import { audioErrors, meditationLimits } from '@commons/contract/meditations';
import { type AppError, errorsOf } from '../errors.ts';
import { audioExtensions, readAudio } from './audio.ts';
import {
  mediaError,
  type RenderedPicture,
  renderCover,
  renderMeditationCover,
  renderPostImage,
  renderProfilePhoto,
} from './images.ts';
import type { mediaKinds } from './media.tables.ts';
import type { Content } from './storage.ts';

export type MediaKind = (typeof mediaKinds)[number];

/** A file as it will be stored: under its id and these endings, the one that its address names first. */
export type PreparedFile = {
  parts: { ending: string; content: Content }[];
  /** Of a picture, else 0. */
  width: number;
  height: number;
  /** How long a sound lasts, else 0. */
  seconds: number;
  /** Whether the picture had several frames, of which the first is kept. */
  wasAnimated: boolean;
};

type KindOfMedia = {
  maxBytes: number;
  tooLarge: () => AppError;
  missing: () => AppError;
  /** Reads a received file by its content. @throws AppError when it is not what it should be. */
  prepare: (file: string) => Promise<PreparedFile>;
  /** All that one of them may be stored under. */
  endings: readonly string[];
  /** In how many of these each of them is stored. */
  partsCount: number;
};

const audioError = errorsOf(audioErrors);

const picture = (render: (file: string) => Promise<RenderedPicture>): KindOfMedia => ({
  maxBytes: imageLimits.maxBytes,
  tooLarge: () => mediaError('media.too_large'),
  missing: () => mediaError('media.no_file'),
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

/** Each kind of file that is taken. */
export const kindsOfMedia: Record<MediaKind, KindOfMedia> = {
  image: picture(renderPostImage),
  'profile-photo': picture(renderProfilePhoto),
  'message-photo': picture(renderPostImage),
  'meditation-cover': picture(renderMeditationCover),
  cover: picture(renderCover),
  audio: {
    maxBytes: meditationLimits.audioBytes,
    tooLarge: () => audioError('audio.too_large'),
    missing: () => audioError('audio.no_file'),
    async prepare(file) {
      const { extension, seconds } = await readAudio(file);
      const parts = [{ ending: `audio.${extension}`, content: { file } }];
      return { parts, width: 0, height: 0, seconds, wasAnimated: false };
    },
    endings: audioExtensions.map((extension) => `audio.${extension}`),
    partsCount: 1,
  },
};
