import { useRef, useState } from 'react';
import { Cancelled } from '../lib/api-error.ts';
import type { Upload } from '../lib/upload.ts';
import { Button } from './button.tsx';
import { UploadProgress } from './image-field.tsx';
import { Status } from './loading.tsx';
import { uploadingText } from './ui.texts.ts';

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
    run: async <Result,>(
      send: (options: Pick<Upload, 'onProgress' | 'signal'>) => Promise<Result>,
    ): Promise<Result> => {
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

type UploadStatusProps = {
  upload: Pick<ReturnType<typeof useUpload>, 'share' | 'wasCancelled' | 'cancel'>;
  /** Replaces the percentage while the server processes the file. */
  finishingText?: string;
  cancelledText: string;
};

/** Shows the progress of an upload and a button that cancels it. */
export function UploadStatus({ upload, finishingText, cancelledText }: UploadStatusProps) {
  const share = upload.share ?? 0;
  const progress =
    finishingText !== undefined && Math.round(share * 100) === 100 ? finishingText : uploadingText(share);
  return (
    <>
      {upload.share !== null && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <UploadProgress share={upload.share} valueText={progress} />
            {finishingText !== undefined && <p className="mt-1.5 text-xs text-muted tabular-nums">{progress}</p>}
          </div>
          <Button variant="secondary" size="small" onClick={upload.cancel}>
            Cancel upload
          </Button>
        </div>
      )}
      <Status className="text-sm text-muted empty:hidden">
        {upload.wasCancelled && upload.share === null && cancelledText}
      </Status>
    </>
  );
}
