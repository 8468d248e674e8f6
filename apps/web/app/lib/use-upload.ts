import { useRef, useState } from 'react';
import { Cancelled } from './api-error.ts';
import type { Upload } from './upload.ts';

/** Progress and cancellation of an upload that a form waits for. */
export function useUpload() {
  /** Uploaded share, 0 to 1. Null while nothing is uploading. */
  const [share, setShare] = useState<number | null>(null);
  const [wasCancelled, setWasCancelled] = useState(false);
  const controller = useRef<AbortController>(undefined);
  return {
    share,
    wasCancelled,
    cancel: () => controller.current?.abort(),
    /** Throws `Cancelled` after a cancellation, which ends the submission without a message. */
    run: async <Result>(send: (options: Pick<Upload, 'onProgress' | 'signal'>) => Promise<Result>): Promise<Result> => {
      setShare(0);
      setWasCancelled(false);
      const { signal } = (controller.current = new AbortController());
      try {
        return await send({ onProgress: setShare, signal });
      } catch (error) {
        setWasCancelled(error instanceof Cancelled);
        throw error;
      } finally {
        setShare(null);
      }
    },
  };
}
