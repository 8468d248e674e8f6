import { foreignPictureName, mediaCalls } from '@commons/contract/media';
import { type ComponentProps, useRef, useState } from 'react';
import { UploadCancelled } from '../lib/api-error.ts';
import { isSmallEnough, shrinkPicture } from '../lib/picture-file.ts';
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

/** How a picture is spoken of, and the types of it that the server takes. */
const uses = {
  /** It stands for a thing: one without gets a drawing of ours. */
  cover: {
    label: 'Cover',
    none: 'None (we draw one)',
    file: 'Cover picture',
    address: 'Cover URL',
    formats: 'JPG, PNG or WebP',
    hint: 'JPG, PNG, WebP (max 10MB)',
    types: 'image/jpeg,image/png,image/webp',
    otherwise: 'another kind of cover',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadCover, sent),
  },
  /** It goes with words that say it all. */
  image: {
    label: 'Image',
    none: 'None',
    file: 'Picture',
    address: 'Image URL',
    formats: 'JPG, PNG, WebP or GIF',
    hint: 'JPG, PNG, WebP, GIF (max 10MB)',
    types: 'image/jpeg,image/png,image/webp,image/gif',
    otherwise: 'none',
    upload: (sent: UploadParts) => upload(mediaCalls.uploadImage, sent),
  },
} as const;

type PictureUse = keyof typeof uses;

/** Why a file cannot be used so, before anything is sent; undefined when it can be tried. */
export const refusePicture = (use: PictureUse, { type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  const { types, formats } = uses[use];
  // Without a type the server decides by the content.
  if (type !== '' && !types.split(',').includes(type)) {
    const name = foreignPictureName(type);
    return `${name ? `This is ${name}. ` : ''}Please choose a picture: ${formats}.`;
  }
  if (!isSmallEnough({ type, size })) return 'A picture can be up to 10 MB. Please choose a smaller one.';
  return undefined;
};

export type PictureKind = 'keep' | 'none' | 'file' | 'url';

/** Which picture a form is sent with. */
export function usePictureChoice(use: PictureUse, initial: PictureKind) {
  const [kind, setKind] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const { share, wasCancelled, cancel, uploadOnce } = useUploadOnce(use);
  const refusal = file === null ? `Please choose a picture, or ${uses[use].otherwise}` : refusePicture(use, file);
  return {
    use,
    kind,
    setKind,
    /** The picture to upload, where one is chosen and wanted. */
    file: kind === 'file' ? file : null,
    setFile,
    isReady: kind !== 'file' || refusal === undefined,
    error: kind === 'file' && (file !== null || wasTried) ? refusal : undefined,
    /** From now on a picture that is missing is spoken of. */
    noteTry: () => setWasTried(true),
    /** How far its upload has come, 0 to 1; null while none is on its way. */
    share,
    wasCancelled,
    /** Ends the upload that is on its way; nothing is sent then. */
    cancel,
    /** What is sent: a new address, null for none, nothing for what stays. A file is uploaded first. */
    async toAddress(given: string | null | undefined): Promise<string | null | undefined> {
      if (kind === 'keep') return undefined;
      if (kind === 'file') return file && (await uploadOnce(file));
      return kind === 'url' ? given : null;
    },
    /** What tells this choice from another one: the same file chosen again is the same. */
    key: [kind, kind === 'file' && file && [file.name, file.size, file.lastModified]],
  };
}

/** Uploads a file once, however often what uses it is tried. */
function useUploadOnce(use: PictureUse) {
  const known = useRef<{ file: File; idempotencyKey: string; url: string | null }>(undefined);
  const [share, setShare] = useState<number | null>(null);
  const [wasCancelled, setWasCancelled] = useState(false);
  const sending = useRef<AbortController>(undefined);
  const uploadOnce = async (file: File): Promise<string> => {
    if (known.current?.file !== file) known.current = { file, idempotencyKey: randomId(), url: null };
    const { current } = known;
    if (current.url !== null) return current.url;
    setShare(0);
    setWasCancelled(false);
    const { signal } = (sending.current = new AbortController());
    try {
      const { idempotencyKey } = current;
      const uploaded = await uses[use].upload({
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
  return { share, wasCancelled, cancel: () => sending.current?.abort(), uploadOnce };
}

type PictureChoiceProps = {
  picture: ReturnType<typeof usePictureChoice>;
  kinds: readonly PictureKind[];
  /** Whether what is kept is a drawing of ours. */
  isDrawn?: boolean;
  isDisabled?: boolean;
  /** "square works best". */
  shapeHint?: string;
  /** The field of an address elsewhere; asked for while it is shown. */
  address: () => ComponentProps<'input'> & { error?: string | undefined };
  /** Called before another kind is shown: an address that is not wanted any more keeps nothing from being sent. */
  onKindChange: (kind: PictureKind) => void;
};

/** A picture that is uploaded, elsewhere, what it was, or none. */
export function PictureChoice(props: PictureChoiceProps) {
  const { picture, kinds, isDrawn = false, isDisabled = false, shapeHint, address, onKindChange } = props;
  const words = uses[picture.use];
  const labels: Record<PictureKind, string> = {
    keep: isDrawn ? 'Keep the drawn cover' : 'Keep as it is',
    none: words.none,
    file: 'Upload a picture',
    url: 'Use an external URL',
  };
  return (
    <>
      <RadioGroup
        label={words.label}
        options={kinds.map((value) => ({ value, label: labels[value] }))}
        value={picture.kind}
        readOnly={isDisabled}
        onChange={(next) => {
          onKindChange(next);
          picture.setKind(next);
        }}
      />
      {kinds.includes('file') && (
        // Hidden, not taken away: a browser gives no page a file again, and whoever comes back finds theirs.
        <div hidden={picture.kind !== 'file'}>
          <FileField
            label={words.file}
            hint={shapeHint === undefined ? words.hint : `${words.hint}, ${shapeHint}`}
            accept={words.types}
            isDisabled={isDisabled}
            error={picture.error}
            onChoose={picture.setFile}
          >
            {picture.share !== null && (
              <div className="flex items-center gap-3">
                <div className="min-w-0 flex-1">
                  <UploadProgress share={picture.share} words={`Uploading, ${Math.round(picture.share * 100)}%`} />
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
        <TextField label={words.address} type="url" inputMode="url" placeholder="https://" {...address()} />
      )}
    </>
  );
}
