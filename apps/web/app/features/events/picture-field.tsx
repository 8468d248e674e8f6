import { imageLimits } from '@commons/contract/media';
import { type ReactNode, useState } from 'react';
import { RadioGroup } from '../../ui/choices.tsx';
import { FileField } from '../../ui/file-field.tsx';

export type PictureChoice = 'keep' | 'none' | 'file' | 'url';

/** Why a file cannot be tried as a picture; the server reads its content. */
export const refusePicture = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!type.startsWith('image/')) return 'Please choose a picture: JPG, PNG, WebP or GIF.';
  if (size > imageLimits.maxBytes) return 'A picture may have up to 10 MB. Please choose a smaller one.';
  return undefined;
};

/** What is chosen: whether to keep the picture that is there, none, a file, or one elsewhere. */
export function usePictureChoice(current: string | null, addressDraft: string) {
  const initial = current !== null ? 'keep' : addressDraft === '' ? 'none' : 'url';
  const [choice, setChoice] = useState<PictureChoice>(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const missing = wasTried && file === null ? 'Please choose a picture, or none' : undefined;
  const error = choice === 'file' ? (file === null ? missing : refusePicture(file)) : undefined;
  return { choice, setChoice, file, setFile, error, note: () => setWasTried(true) };
}

type PictureFieldProps = {
  hasCurrent: boolean;
  picture: ReturnType<typeof usePictureChoice>;
  isDisabled: boolean;
  onChange: () => void;
  /** The field for an address. */
  children: ReactNode;
};

export const PictureField = ({ hasCurrent, picture, isDisabled, onChange, children }: PictureFieldProps) => (
  <>
    <RadioGroup
      label="Image"
      options={[
        ...(hasCurrent ? [{ value: 'keep' as const, label: 'As it is' }] : []),
        { value: 'none' as const, label: 'None' },
        { value: 'file' as const, label: 'Upload a picture' },
        { value: 'url' as const, label: 'Use an external URL' },
      ]}
      value={picture.choice}
      onChange={(next) => {
        onChange();
        picture.setChoice(next);
      }}
    />
    {picture.choice === 'file' && (
      <FileField
        label="Picture"
        hint="JPG, PNG, WebP or GIF (max 10MB), wide works best"
        accept="image/jpeg,image/png,image/webp,image/gif"
        isDisabled={isDisabled}
        error={picture.error}
        onChoose={picture.setFile}
      />
    )}
    {picture.choice === 'url' && children}
  </>
);
