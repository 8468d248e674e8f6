import { postImageLimits } from '@commons/contract/feed';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type PictureValues = { alt: string; isPlain: boolean; isBlurred: boolean };

type PictureFieldsProps = {
  /** Position of the picture, starting at 1. */
  number: number;
  previewUrl: string | null;
  values: PictureValues;
  isDisabled: boolean;
  onChange: (change: Partial<PictureValues>) => void;
  onRemove: () => void;
  /** Upload progress. */
  children?: ReactNode;
};

/** Form fields of a picture in the composer: preview, description and blur setting. */
export const PictureFields = (props: PictureFieldsProps) => {
  const { number, previewUrl, values, isDisabled, onChange, onRemove, children } = props;
  return (
    <li
      aria-label={`Picture ${number}`}
      className="relative flex gap-3 rounded-control border border-line p-3 max-sm:flex-col"
    >
      {previewUrl === null ? (
        <span className="size-24 shrink-0 rounded-small bg-sunk" />
      ) : (
        <img src={previewUrl} alt="" className="size-24 shrink-0 rounded-small bg-sunk object-cover" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {!values.isPlain && (
          <TextField
            label="What does it show?"
            hint="Describe it for people who can’t see it."
            autoComplete="off"
            readOnly={isDisabled}
            value={values.alt}
            limit={{ max: postImageLimits.altCharacters }}
            onChange={({ target }) => onChange({ alt: target.value })}
            // Enter must not submit the post.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
        <Checkbox
          label="Decorative image"
          checked={values.isPlain}
          disabled={isDisabled}
          onChange={({ target }) => onChange({ isPlain: target.checked })}
        />
        <Checkbox
          label="Blur until opened"
          checked={values.isBlurred}
          disabled={isDisabled}
          onChange={({ target }) => onChange({ isBlurred: target.checked })}
        />
        {/* Last, because it appears and disappears and must not shift the fields. */}
        {children}
      </div>
      <IconButton
        icon={X}
        label={`Remove picture ${number}`}
        className="absolute end-1 top-1"
        disabled={isDisabled}
        onClick={onRemove}
      />
    </li>
  );
};
