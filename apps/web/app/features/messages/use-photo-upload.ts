import { useEffect, useRef, useState } from 'react';
import { isSignedOutError } from '../../lib/api-error.ts';
import { explainFailure } from '../../lib/failure.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { upload } from '../../lib/upload.ts';
import { messageAddresses } from './message-addresses.ts';
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

/** The photo beside a message that is being written. */
export const usePhotoUpload = () => {
  const [photo, setPhoto] = useState<AttachedPhoto | null>(null);
  const previewUrl = photo?.previewUrl;
  useEffect(() => (previewUrl === undefined ? undefined : () => URL.revokeObjectURL(previewUrl)), [previewUrl]);

  /** Answers of an upload that was taken away meanwhile are not wanted any more. */
  const attempts = useRef(0);
  const start = async (file: File, url: string): Promise<void> => {
    attempts.current += 1;
    const attempt = attempts.current;
    const change = (changes: Partial<AttachedPhoto>) => {
      if (attempts.current === attempt) setPhoto((current) => current && { ...current, ...changes });
    };
    setPhoto({ file, previewUrl: url, progress: 0, uploaded: null, error: null });
    try {
      const onProgress = (progress: number) => change({ progress });
      change({ uploaded: await upload(messageAddresses.uploadPhoto, { field: 'file', file, onProgress }) });
    } catch (error) {
      if (isSignedOutError(error)) leaveForSignIn();
      change({ error: explainFailure(error) ?? 'The photo could not be uploaded. Please try again.' });
    }
  };

  return {
    photo,
    attach: (file: File) => void start(file, URL.createObjectURL(file)),
    retry: () => {
      if (photo) void start(photo.file, photo.previewUrl);
    },
    remove: () => {
      attempts.current += 1;
      setPhoto(null);
    },
  };
};
