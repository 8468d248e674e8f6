import { mediaCalls } from '@commons/contract/media';
import { useSyncExternalStore } from 'react';
import { explainFailure, isRetryable, isSignedOutError } from '../../lib/api-error.ts';
import { shrinkPicture } from '../../lib/picture-file.ts';
import { randomId } from '../../lib/random-id.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { upload } from '../../lib/upload.ts';
import { pictureProblem } from '../../ui/picture-choice.tsx';
import { changeAttachments, changePicture } from './composer-attachments.ts';
import { cardUrl } from './picture-urls.ts';

export type PictureUpload = {
  file: File;
  /** Object URL of the local file, for an instant preview. */
  previewUrl: string;
  /** Uploaded fraction, 0 to 1. */
  progress: number;
  error: string | null;
  /** Whether a retry can help. */
  isRetryable: boolean;
  cancel: () => void;
};

/** Uploads by picture key. They continue while another screen is open. */
let uploads: ReadonlyMap<string, PictureUpload> = new Map();
const listeners = new Set<() => void>();

const setUpload = (key: string, next: PictureUpload | null): void => {
  const changed = new Map(uploads);
  if (next) changed.set(key, next);
  else changed.delete(key);
  uploads = changed;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePictureUploads = (): ReadonlyMap<string, PictureUpload> =>
  useSyncExternalStore(
    subscribe,
    () => uploads,
    () => uploads,
  );

const forgetUpload = (key: string): void => {
  const upload = uploads.get(key);
  if (!upload) return;
  setUpload(key, null);
  upload.cancel();
  // The browser may still be loading the preview.
  setTimeout(() => URL.revokeObjectURL(upload.previewUrl), 10_000);
};

/** Waits until the uploaded picture has loaded and can replace the local preview. */
const waitUntilLoaded = (url: string): Promise<unknown> => {
  const image = new Image();
  image.src = cardUrl(url);
  return image.decode().catch(() => undefined);
};

const startUpload = async (memberId: string, key: string, file: File, previewUrl: string): Promise<void> => {
  const controller = new AbortController();
  const problem = pictureProblem('image', file);
  let current: PictureUpload = {
    file,
    previewUrl,
    progress: 0,
    error: problem ?? null,
    isRetryable: problem === undefined,
    cancel: () => controller.abort(),
  };
  setUpload(key, current);
  if (problem !== undefined) return;
  /** Updates the upload, unless it was removed or restarted. */
  const change = (changes: Partial<PictureUpload>): void => {
    if (uploads.get(key) !== current) return;
    current = { ...current, ...changes };
    setUpload(key, current);
  };
  try {
    const uploaded = await upload(mediaCalls.uploadImage, {
      parts: { file: await shrinkPicture(file) },
      idempotencyKey: key,
      onProgress: (progress) => change({ progress }),
      signal: controller.signal,
    });
    changePicture(memberId, key, { uploaded });
    await waitUntilLoaded(uploaded.url);
    if (uploads.get(key) === current) forgetUpload(key);
  } catch (error) {
    if (isSignedOutError(error)) leaveForSignIn();
    change({
      error: explainFailure(error) ?? 'The picture could not be uploaded. Please try again.',
      isRetryable: isRetryable(error),
    });
  }
};

/** Adds a picture to the post and starts its upload. */
export const addPicture = (memberId: string, file: File): void => {
  const key = randomId();
  changeAttachments(memberId, ({ pictures }) => ({
    pictures: [...pictures, { key, uploaded: null, alt: '', isPlain: false, isBlurred: false }],
  }));
  void startUpload(memberId, key, file, URL.createObjectURL(file));
};

export const retryPicture = (memberId: string, key: string): void => {
  const failed = uploads.get(key);
  if (failed) void startUpload(memberId, key, failed.file, failed.previewUrl);
};

export const removePicture = (memberId: string, key: string): void => {
  forgetUpload(key);
  changeAttachments(memberId, ({ pictures }) => ({ pictures: pictures.filter((picture) => picture.key !== key) }));
};
