import { imageLimits } from '@commons/contract/media';
import { type ComponentProps, useState } from 'react';
import { RadioGroup } from './choices.tsx';
import { FileField } from './file-field.tsx';
import { TextField } from './text-field.tsx';

const coverTypes = 'image/jpeg,image/png,image/webp';

/** Why a file cannot be a cover, before anything is sent; undefined when it can be tried. */
export const refuseCover = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!coverTypes.split(',').includes(type)) return 'Please choose a picture: JPG, PNG or WebP.';
  if (size > imageLimits.maxBytes) return 'A cover may have up to 10 MB. Please choose a smaller one.';
  return undefined;
};

export type CoverKind = 'keep' | 'none' | 'file' | 'url';

/** Which cover a form is sent with. */
export function useCoverChoice(initial: CoverKind) {
  const [kind, setKind] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const refusal = file === null ? 'Please choose a picture, or another kind of cover' : refuseCover(file);
  return {
    kind,
    setKind,
    /** The picture to upload, where one is chosen and wanted. */
    file: kind === 'file' ? file : null,
    setFile,
    isReady: kind !== 'file' || refusal === undefined,
    error: kind === 'file' && (file !== null || wasTried) ? refusal : undefined,
    /** From now on a picture that is missing is spoken of. */
    noteTry: () => setWasTried(true),
  };
}

type CoverChoiceProps = {
  cover: ReturnType<typeof useCoverChoice>;
  kinds: readonly CoverKind[];
  /** Whether what is kept is a drawing of ours. */
  isDrawn?: boolean;
  isDisabled?: boolean;
  shapeHint?: string;
  /** The field of an address elsewhere. */
  address: ComponentProps<'input'> & { error?: string | undefined };
  /** Called before another kind is shown: an address that is not wanted any more keeps nothing from being sent. */
  onKindChange: (kind: CoverKind) => void;
};

/** A cover that is drawn by us, uploaded, elsewhere, or what it was. */
export function CoverChoice(props: CoverChoiceProps) {
  const { cover, kinds, isDrawn = false, isDisabled = false, shapeHint = '', address, onKindChange } = props;
  const labels: Record<CoverKind, string> = {
    keep: isDrawn ? 'Drawn by us, as it is' : 'As it is',
    none: 'None: we draw one',
    file: 'Upload a picture',
    url: 'Use an external URL',
  };
  return (
    <>
      <RadioGroup
        label="Cover"
        options={kinds.map((value) => ({ value, label: labels[value] }))}
        value={cover.kind}
        onChange={(next) => {
          onKindChange(next);
          cover.setKind(next);
        }}
      />
      {cover.kind === 'file' && (
        <FileField
          label="Cover picture"
          hint={`JPG, PNG, WebP (max 10MB)${shapeHint}`}
          accept={coverTypes}
          isDisabled={isDisabled}
          error={cover.error}
          onChoose={cover.setFile}
        />
      )}
      {cover.kind === 'url' && (
        <TextField label="Cover URL" type="url" inputMode="url" placeholder="https://" {...address} />
      )}
    </>
  );
}
