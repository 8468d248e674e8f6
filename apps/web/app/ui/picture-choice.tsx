import { mediaCalls } from '@commons/contract/media';
import { type ComponentProps, useRef, useState } from 'react';
import { pictureProblem, pictureTypes, type PictureUse, shrinkPicture } from '../lib/picture-file.ts';
import { randomId } from '../lib/random-id.ts';
import { upload } from '../lib/upload.ts';
import { AnimationNotice } from './animation-notice.tsx';
import { RadioGroup } from './choices.tsx';
import { FileField } from './file-field.tsx';
import { TextField } from './text-field.tsx';
import { UploadStatus, useUpload } from './upload-status.tsx';

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
    missing: 'Please choose a picture, or another kind of cover',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadCover, sent),
  },
  /** Accompanies a text and is optional. */
  image: {
    label: 'Image',
    none: 'None',
    file: 'Picture',
    address: 'Image URL',
    hint: 'JPG, PNG, WebP, GIF (max 10MB)',
    missing: 'Please choose a picture, or none',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadImage, sent),
  },
} as const;

export type PictureKind = 'keep' | 'none' | 'file' | 'url';

/** State of a picture field in a form. */
export function usePictureChoice(use: PictureUse, initial: PictureKind | (() => PictureKind)) {
  const [kind, setKind] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { upload: fileUpload, uploadOnce } = useUploadOnce(use);
  const problem = file === null ? pictureUses[use].missing : pictureProblem(use, file);
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
    fileUpload,
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
  const upload = useUpload();
  const uploadOnce = async (file: File): Promise<string> => {
    if (lastUpload.current?.file !== file) lastUpload.current = { file, idempotencyKey: randomId(), url: null };
    const { current } = lastUpload;
    current.url ??= await upload.run(async (options) => {
      const parts = { file: await shrinkPicture(file) };
      const { idempotencyKey } = current;
      return (await pictureUses[use].upload({ parts, idempotencyKey, ...options })).url;
    });
    return current.url;
  };
  return { upload, uploadOnce };
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
            <AnimationNotice file={picture.error === undefined ? picture.file : null} />
            <UploadStatus upload={picture.fileUpload} cancelledText="The upload was cancelled. Nothing was changed." />
          </FileField>
        </div>
      )}
      {picture.kind === 'url' && (
        <TextField label={texts.address} type="url" inputMode="url" placeholder="https://" {...address()} />
      )}
    </>
  );
}
