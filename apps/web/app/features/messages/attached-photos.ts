import { messageCalls } from '@commons/contract/messages';
import { useSyncExternalStore } from 'react';
import { isSignedOutError } from '../../lib/api-error.ts';
import { explainFailure } from '../../lib/failure.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { upload } from '../../lib/upload.ts';
import type { OutboxEntry } from './outbox.ts';

export type AttachedPhoto = {
  file: File;
  /** Of the file on this device, so that it is seen at once. */
  previewUrl: string;
  /** The share that was sent, 0 to 1. */
  progress: number;
  /** Set when it is on the server, and a message can carry it. */
  uploaded: OutboxEntry['photo'];
  error: string | null;
};

/** By receiver, the photo beside the message that is being written: it waits while another chat is open. */
const photos = new Map<string, AttachedPhoto>();
const listeners = new Set<() => void>();

const put = (receiverId: string, photo: AttachedPhoto | null): void => {
  const before = photos.get(receiverId);
  if (before && before.previewUrl !== photo?.previewUrl) URL.revokeObjectURL(before.previewUrl);
  if (photo) photos.set(receiverId, photo);
  else photos.delete(receiverId);
  for (const listener of listeners) listener();
};

const start = async (receiverId: string, file: File, previewUrl: string): Promise<void> => {
  let mine: AttachedPhoto = { file, previewUrl, progress: 0, uploaded: null, error: null };
  put(receiverId, mine);
  /** Answers of an upload that was taken away or begun again meanwhile are not wanted any more. */
  const change = (changes: Partial<AttachedPhoto>): void => {
    if (photos.get(receiverId) !== mine) return;
    mine = { ...mine, ...changes };
    put(receiverId, mine);
  };
  try {
    const onProgress = (progress: number) => change({ progress });
    change({ uploaded: await upload(messageCalls.uploadMessagePhoto, { field: 'file', file, onProgress }) });
  } catch (error) {
    if (isSignedOutError(error)) leaveForSignIn();
    change({ error: explainFailure(error) ?? 'The photo could not be uploaded. Please try again.' });
  }
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useAttachedPhoto = (receiverId: string) => {
  const photo = useSyncExternalStore(subscribe, () => photos.get(receiverId) ?? null);
  return {
    photo,
    attach: (file: File) => void start(receiverId, file, URL.createObjectURL(file)),
    retry: () => {
      if (photo) void start(receiverId, photo.file, photo.previewUrl);
    },
    remove: () => put(receiverId, null),
  };
};
