import { explainFailure, isRetryable, isSignedOutError } from './api-error.ts';
import { pictureProblem, shrinkPicture } from './picture-file.ts';
import { leaveForSignIn } from './session-ended.ts';
import { createStore } from './store.ts';
import type { Upload } from './upload.ts';

export type PictureUpload<Uploaded> = {
  file: File;
  /** The same for all retries, so that the server stores one picture. */
  idempotencyKey: string;
  /** Object URL of the local file, for an instant preview. */
  previewUrl: string;
  /** Uploaded share, 0 to 1. */
  progress: number;
  /** Null until the upload has finished. */
  uploaded: Uploaded | null;
  error: string | null;
  /** Whether a retry can help. */
  isRetryable: boolean;
  cancel: () => void;
};

type Options<Uploaded> = {
  send: (upload: Upload) => Promise<Uploaded>;
  failedText: string;
};

/** Uploads of pictures, by key. They continue while another screen is open. */
export const createPictureUploads = <Uploaded>({ send, failedText }: Options<Uploaded>) => {
  const store = createStore<ReadonlyMap<string, PictureUpload<Uploaded>>>(new Map());
  const find = (key: string) => store.get().get(key);

  const remove = (key: string): void => {
    const removed = find(key);
    if (!removed) return;
    store.set(new Map([...store.get()].filter(([other]) => other !== key)));
    removed.cancel();
    // The browser may still be loading the preview.
    setTimeout(() => URL.revokeObjectURL(removed.previewUrl), 10_000);
  };

  type Source = Pick<PictureUpload<Uploaded>, 'file' | 'previewUrl' | 'idempotencyKey'>;
  /** Resolves to null if the upload fails, or was removed or restarted. */
  const start = async (key: string, { file, previewUrl, idempotencyKey }: Source): Promise<Uploaded | null> => {
    const controller = new AbortController();
    const problem = pictureProblem('image', file);
    let current: PictureUpload<Uploaded> = {
      file,
      idempotencyKey,
      previewUrl,
      progress: 0,
      uploaded: null,
      error: problem ?? null,
      isRetryable: problem === undefined,
      cancel: () => controller.abort(),
    };
    store.set(new Map(store.get()).set(key, current));
    if (problem !== undefined) return null;
    /** Ignores results of an upload that was removed or restarted. */
    const change = (changes: Partial<PictureUpload<Uploaded>>): void => {
      if (find(key) !== current) return;
      current = { ...current, ...changes };
      store.set(new Map(store.get()).set(key, current));
    };
    try {
      const parts = { file: await shrinkPicture(file) };
      const onProgress = (progress: number) => change({ progress });
      const uploaded = await send({ parts, idempotencyKey, onProgress, signal: controller.signal });
      change({ uploaded });
    } catch (error) {
      if (isSignedOutError(error)) leaveForSignIn();
      change({ error: explainFailure(error) ?? failedText, isRetryable: isRetryable(error) });
    }
    return find(key) === current ? current.uploaded : null;
  };

  return {
    store,
    remove,
    /** Starts an upload, which replaces an earlier one with the same key. */
    add: (key: string, file: File, idempotencyKey: string) => {
      remove(key);
      return start(key, { file, previewUrl: URL.createObjectURL(file), idempotencyKey });
    },
    retry: async (key: string) => {
      const failed = find(key);
      return failed ? start(key, failed) : null;
    },
  };
};
