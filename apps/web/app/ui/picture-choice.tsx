import { mediaCalls } from '@commons/contract/media';
import { type ComponentProps, useRef, useState } from 'react';
import { UploadCancelled } from '../lib/api-error.ts';
import { pictureProblem, pictureTypes, type PictureUse, shrinkPicture } from '../lib/picture-file.ts';
import { randomId } from '../lib/random-id.ts';
import { upload } from '../lib/upload.ts';
import { AnimationNotice } from './animation-notice.tsx';
import { Button } from './button.tsx';
import { RadioGroup } from './choices.tsx';
import { FileField } from './file-field.tsx';
import { UploadProgress } from './image-field.tsx';
import { Status } from './loading.tsx';
import { TextField } from './text-field.tsx';

type UploadParts = Parameters<typeof upload>[1];

/** Labels of each use of a picture. */
const pictureUses = {
  /** Represents an item. An item without a cover gets a generated one. */
  cover: {
    label: 'Cover',
    none: 'None (we draw one)',
    file: 'Cover picture',
    address: 'Cover URL',
    hint: 'JPG, PNG, WebP (max 10MB)',
    otherwise: 'another kind of cover',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadCover, sent),
  },
  /** Accompanies a text and is optional. */
  image: {
    label: 'Image',
    none: 'None',
    file: 'Picture',
    address: 'Image URL',
    hint: 'JPG, PNG, WebP, GIF (max 10MB)',
    otherwise: 'none',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadImage, sent),
  },
} as const;

export type PictureKind = 'keep' | 'none' | 'file' | 'url';

/** State of a picture field in a form. */
export function usePictureChoice(use: PictureUse, initial: PictureKind) {
  const [kind, setKind] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { share, wasCancelled, cancel, uploadOnce } = useUploadOnce(use);
  const problem =
    file === null ? `Please choose a picture, or ${pictureUses[use].otherwise}` : pictureProblem(use, file);
  return {
    use,
    kind,
    setKind,
    /** The picture to upload, if "file" is selected. */
    file: kind === 'file' ? file : null,
    setFile,
    isReady: kind !== 'file' || problem === undefined,
    error: kind === 'file' && (file !== null || wasSubmitted) ? problem : undefined,
    /** Call on submit: from then on, a missing picture is an error. */
    markSubmitted: () => setWasSubmitted(true),
    /** Upload progress between 0 and 1. Null while nothing is uploading. */
    share,
    wasCancelled,
    /** Cancels the upload, and with it the submission. */
    cancel,
    /**
     * Returns the value to send: a URL, null for no picture, undefined for no change. Uploads the chosen file first.
     */
    async resolveUrl(enteredUrl: string | null | undefined): Promise<string | null | undefined> {
      if (kind === 'keep') return undefined;
      if (kind === 'file') return file && (await uploadOnce(file));
      return kind === 'url' ? enteredUrl : null;
    },
    /** Identifies the choice. The same file chosen again has the same key. */
    key: [kind, kind === 'file' && file && [file.name, file.size, file.lastModified]],
  };
}

/** Uploads a file once, even if the form is submitted several times. */
function useUploadOnce(use: PictureUse) {
  const lastUpload = useRef<{ file: File; idempotencyKey: string; url: string | null }>(undefined);
  const [share, setShare] = useState<number | null>(null);
  const [wasCancelled, setWasCancelled] = useState(false);
  const uploadController = useRef<AbortController>(undefined);
  const uploadOnce = async (file: File): Promise<string> => {
    if (lastUpload.current?.file !== file) lastUpload.current = { file, idempotencyKey: randomId(), url: null };
    const { current } = lastUpload;
    if (current.url !== null) return current.url;
    setShare(0);
    setWasCancelled(false);
    const { signal } = (uploadController.current = new AbortController());
    try {
      const { idempotencyKey } = current;
      const uploaded = await pictureUses[use].upload({
        parts: { file: await shrinkPicture(file) },
        idempotencyKey,
        onProgress: setShare,
        signal,
      });
      current.url = uploaded.url;
      return current.url;
    } catch (error) {
      if (!signal.aborted) throw error;
      setWasCancelled(true);
      throw new UploadCancelled();
    } finally {
      setShare(null);
    }
  };
  return { share, wasCancelled, cancel: () => uploadController.current?.abort(), uploadOnce };
}

type PictureChoiceProps = {
  picture: ReturnType<typeof usePictureChoice>;
  kinds: readonly PictureKind[];
  /** Whether the current cover is a generated one. */
  hasGeneratedCover?: boolean;
  isDisabled?: boolean;
  /** "square works best". */
  shapeHint?: string;
  /** Props of the URL field. Called only while it is shown. */
  address: () => ComponentProps<'input'> & { error?: string | undefined };
  /** Called before another kind is selected, so that an invalid URL does not block the form. */
  onKindChange: (kind: PictureKind) => void;
};

/** Field for a picture: upload, external URL, unchanged or none. */
export function PictureChoice(props: PictureChoiceProps) {
  const { picture, kinds, hasGeneratedCover = false, isDisabled = false, shapeHint, address, onKindChange } = props;
  const texts = pictureUses[picture.use];
  const labels: Record<PictureKind, string> = {
    keep: hasGeneratedCover ? 'Keep the drawn cover' : 'Keep as it is',
    none: texts.none,
    file: 'Upload a picture',
    url: 'Use an external URL',
  };
  return (
    <>
      <RadioGroup
        label={texts.label}
        options={kinds.map((value) => ({ value, label: labels[value] }))}
        value={picture.kind}
        readOnly={isDisabled}
        onChange={(next) => {
          onKindChange(next);
          picture.setKind(next);
        }}
      />
      {kinds.includes('file') && (
        // Hidden rather than unmounted: a page cannot refill a file input, and the user may come back to it.
        <div hidden={picture.kind !== 'file'}>
          <FileField
            label={texts.file}
            hint={shapeHint === undefined ? texts.hint : `${texts.hint}, ${shapeHint}`}
            accept={pictureTypes[picture.use].types}
            isDisabled={isDisabled}
            error={picture.error}
            onChoose={picture.setFile}
          >
            {picture.share !== null && (
              <div className="flex items-center gap-3">
                <div className="min-w-0 flex-1">
                  <UploadProgress share={picture.share} valueText={`Uploading, ${Math.round(picture.share * 100)}%`} />
                </div>
                <Button variant="secondary" size="small" onClick={picture.cancel}>
                  Cancel upload
                </Button>
              </div>
            )}
            <AnimationNotice file={picture.error === undefined ? picture.file : null} />
            <Status className="text-sm text-muted empty:hidden">
              {picture.wasCancelled && picture.share === null && 'The upload was cancelled. Nothing was changed.'}
            </Status>
          </FileField>
        </div>
      )}
      {picture.kind === 'url' && (
        <TextField label={texts.address} type="url" inputMode="url" placeholder="https://" {...address()} />
      )}
    </>
  );
}
