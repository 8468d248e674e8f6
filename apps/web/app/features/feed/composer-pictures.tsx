import { Check, CircleAlert } from 'lucide-react';
import type { PictureUpload } from '../../lib/picture-uploads.ts';
import { useStore } from '../../lib/store.ts';
import { AnimationNotice, animationNotice } from '../../ui/animation-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { UploadProgress } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { uploadingText } from '../../ui/ui.texts.ts';
import { changePicture, type AttachedPicture } from './composer-attachments.ts';
import { PictureFields } from './picture-fields.tsx';
import { pictureUploads, removePicture, retryPicture } from './picture-uploads.ts';
import { cardUrl } from './picture-urls.ts';

type ComposerPicturesProps = { memberId: string; pictures: readonly AttachedPicture[]; isDisabled: boolean };

export const ComposerPictures = ({ memberId, pictures, isDisabled }: ComposerPicturesProps) => {
  const uploads = useStore(pictureUploads.store);
  return (
    <ul aria-label="Pictures" className="flex flex-col gap-2">
      {pictures.map(({ key, uploaded, ...values }, index) => {
        const upload = uploads.get(key);
        return (
          <PictureFields
            key={key}
            number={index + 1}
            previewUrl={upload?.previewUrl ?? (uploaded && cardUrl(uploaded.url))}
            values={values}
            isDisabled={isDisabled}
            onChange={(change) => changePicture(memberId, key, change)}
            onRemove={() => removePicture(memberId, key)}
          >
            {uploaded === null ? (
              <UploadStatus
                upload={upload}
                onCancel={() => removePicture(memberId, key)}
                onRetry={() => retryPicture(memberId, key)}
              />
            ) : (
              // Has the height of the upload progress that it replaces.
              <p className="flex min-h-11 items-center gap-1.5 text-sm text-muted">
                <Check size={16} strokeWidth={1.75} aria-hidden="true" />
                Uploaded{uploaded.wasAnimated && `. ${animationNotice}`}
              </p>
            )}
          </PictureFields>
        );
      })}
    </ul>
  );
};

type UploadStatusProps = {
  upload: PictureUpload<unknown> | undefined;
  onCancel: () => void;
  onRetry: () => void;
};

const UploadStatus = ({ upload, onCancel, onRetry }: UploadStatusProps) => {
  // After a reload, the page cannot access the file again. Another tab may still be uploading it.
  const error = upload
    ? upload.error
    : 'This picture was not uploaded. If no other tab is still uploading it, please remove it and add it again.';
  if (error === null)
    return (
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Status className="text-muted">Uploading picture</Status>
        <div className="min-w-24 flex-1">
          <AnimationNotice file={upload?.file ?? null} />
          <UploadProgress share={upload?.progress ?? 0} valueText={uploadingText(upload?.progress ?? 0)} />
        </div>
        <Button variant="quiet" size="small" className="-ms-3" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    );
  return (
    <div className="text-sm">
      <p role="alert" className="flex items-start gap-1.5 text-danger">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        {error}
      </p>
      {upload?.isRetryable && (
        <Button variant="quiet" size="small" className="-ms-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
};
