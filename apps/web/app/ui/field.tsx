import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export type FieldText = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean | undefined;
  /** Shows "optional" next to the label. */
  isOptional?: boolean | undefined;
};

type ControlAttributes = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldProps = FieldText & { children: (attributes: ControlAttributes) => ReactNode };

/** A label, hint and error for one control. Assistive technology associates them with it. */
export function Field({ label, hint, error, isLabelHidden = false, isOptional = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint === undefined ? '' : hintId, error === undefined ? '' : errorId].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={errorId} text={error} />}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="flex animate-arrive items-start gap-1.5 text-sm text-danger">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

/** Border and background of every control that takes text, also of one with its own shape. */
export const fieldClass =
  'border border-field bg-control text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-muted';

/** A text control in a form. */
export const controlClass = `${fieldClass} w-full in-[[role=dialog]]:scroll-mb-14 rounded-control px-3 py-2 text-base`;
