import { type ReactNode, useId } from 'react';
import { FieldError } from '../../ui/field.tsx';

/** A group of checkboxes with one error. */
export function ChoiceList({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="text-sm font-semibold text-ink">{label}</legend>
      <div className="mt-2 flex flex-col gap-2 pointer-coarse:gap-0">{children}</div>
      {error !== undefined && (
        <div className="mt-2">
          <FieldError id={errorId} text={error} />
        </div>
      )}
    </fieldset>
  );
}
