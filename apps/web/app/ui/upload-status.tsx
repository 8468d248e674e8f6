import type { useUpload } from '../lib/use-upload.ts';
import { Button } from './button.tsx';
import { UploadProgress } from './image-field.tsx';
import { Status } from './loading.tsx';
import { uploadingText } from './ui.texts.ts';

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
