import type { ComponentProps } from 'react';
import type { PictureKind, usePictureChoice } from '../lib/picture-choice.ts';
import { pictureTypes } from '../lib/picture-file.ts';
import { AnimationNotice } from './animation-notice.tsx';
import { RadioGroup } from './choices.tsx';
import { FileField } from './file-field.tsx';
import { TextField } from './text-field.tsx';
import { UploadStatus } from './upload-status.tsx';

/** Labels of each use of a picture. */
const pictureUses = {
  /** Represents an item. An item without a cover gets a generated one. */
  cover: {
    label: 'Cover',
    none: 'None (we draw one)',
    file: 'Cover picture',
    address: 'Cover URL',
    hint: 'JPG, PNG, WebP (max 10MB)',
  },
  /** Accompanies a text and is optional. */
  image: {
    label: 'Image',
    none: 'None',
    file: 'Picture',
    address: 'Image URL',
    hint: 'JPG, PNG, WebP, GIF (max 10MB)',
  },
} as const;

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
