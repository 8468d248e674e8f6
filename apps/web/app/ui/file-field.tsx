import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldText } from './field.tsx';

type FileFieldProps = FieldText & {
  accept: string;
  isDisabled: boolean;
  onChoose: (file: File | null) => void;
  /** Details of the chosen file. */
  children?: ReactNode;
};

/** A native file input. */
export const FileField = ({ accept, isDisabled, onChoose, children, ...text }: FileFieldProps) => (
  <Field {...text}>
    {(attributes) => (
      <>
        <input
          type="file"
          accept={accept}
          disabled={isDisabled}
          className={classNames(
            controlClass,
            'min-h-11 text-sm file:me-3 file:rounded-small file:border file:border-solid file:border-field file:bg-surface file:px-3 file:py-1 file:font-semibold file:text-ink disabled:file:border-line disabled:file:bg-sunk disabled:file:text-muted',
          )}
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
          {...attributes}
        />
        {children}
      </>
    )}
  </Field>
);
