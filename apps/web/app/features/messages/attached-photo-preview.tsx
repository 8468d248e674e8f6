import { CircleAlert, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Status } from '../../ui/status.tsx';
import type { AttachedPhoto } from './attached-photos.ts';

type AttachedPhotoPreviewProps = { photo: AttachedPhoto; onRetry: () => void; onRemove: () => void };

/** The photo that goes with the next message, and how far it has come. */
export const AttachedPhotoPreview = ({ photo, onRetry, onRemove }: AttachedPhotoPreviewProps) => {
  const percent = Math.round(photo.progress * 100);
  return (
    <div className="mb-2 flex items-center gap-3 rounded-control border border-line p-2">
      <img
        src={photo.previewUrl}
        alt="What you attached"
        className="size-16 shrink-0 rounded-small bg-line object-cover"
      />
      <div className="min-w-0 flex-1 text-sm">
        {photo.error === null ? (
          <>
            <Status className="text-muted">{photo.uploaded ? 'Photo ready' : 'Uploading photo'}</Status>
            {!photo.uploaded && (
              <progress
                aria-label="Upload"
                max={100}
                value={percent}
                className="mt-1.5 block h-1.5 w-full max-w-48 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
              />
            )}
          </>
        ) : (
          <>
            <p role="alert" className="flex items-start gap-1.5 text-danger">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
              {photo.error}
            </p>
            <Button variant="quiet" size="small" className="-ml-3" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </div>
      <IconButton icon={X} label="Remove photo" onClick={onRemove} />
    </div>
  );
};
