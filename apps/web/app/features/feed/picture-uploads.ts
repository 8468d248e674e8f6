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
  /** Uploaded share, 0 to 1. */
  progress: number;
  error: string | null;
  /** Whether a retry can help. */
  isRetryable: boolean;
  cancel: () => void;
};

/** Uploads by picture key. They continue while another screen is open. */
let uploads: ReadonlyMap<string, PictureUpload> = new Map();
const listeners = new Set<() => void>();

const put = (key: string, next: PictureUpload | null): void => {
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

const putAway = (key: string): void => {
  const upload = uploads.get(key);
  if (!upload) return;
  put(key, null);
  upload.cancel();
  // The browser may still be loading the preview.
  setTimeout(() => URL.revokeObjectURL(upload.previewUrl), 10_000);
};

/** Resolves when the uploaded picture is loaded and can replace the local preview. */
const whenLoaded = (url: string): Promise<unknown> => {
  const image = new Image();
  image.src = cardUrl(url);
  return image.decode().catch(() => undefined);
};

const send = async (memberId: string, key: string, file: File, previewUrl: string): Promise<void> => {
  const controller = new AbortController();
  const refusal = pictureProblem('image', file);
  let mine: PictureUpload = {
    file,
    previewUrl,
    progress: 0,
    error: refusal ?? null,
    isRetryable: refusal === undefined,
    cancel: () => controller.abort(),
  };
  put(key, mine);
  if (refusal !== undefined) return;
  /** Ignores results of an upload that was removed or restarted. */
  const change = (changes: Partial<PictureUpload>): void => {
    if (uploads.get(key) !== mine) return;
    mine = { ...mine, ...changes };
    put(key, mine);
  };
  try {
    const uploaded = await upload(mediaCalls.uploadImage, {
      parts: { file: await shrinkPicture(file) },
      idempotencyKey: key,
      onProgress: (progress) => change({ progress }),
      signal: controller.signal,
    });
    changePicture(memberId, key, { uploaded });
    await whenLoaded(uploaded.url);
    if (uploads.get(key) === mine) putAway(key);
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
  void send(memberId, key, file, URL.createObjectURL(file));
};

export const retryPicture = (memberId: string, key: string): void => {
  const failed = uploads.get(key);
  if (failed) void send(memberId, key, failed.file, failed.previewUrl);
};

export const removePicture = (memberId: string, key: string): void => {
  putAway(key);
  changeAttachments(memberId, ({ pictures }) => ({ pictures: pictures.filter((picture) => picture.key !== key) }));
};
