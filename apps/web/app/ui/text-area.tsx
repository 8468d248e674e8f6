import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { type CharacterLimit, Counter } from './counter.tsx';
import { controlClass, Field, type FieldText } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> &
  FieldText & {
    /** How tall it is, in lines: it grows with its text from the first to the second. */
    minRows?: number;
    maxRows?: number;
    /** Shows how much room is left: always for short texts, near the end for long ones. Never cuts what is typed. */
    limit?: CharacterLimit;
    /** Without border and ground, where the card around it is the field. */
    isBare?: boolean;
    /** The keys that submit the form: Enter, with Shift for a new line, or Enter with Control or Command. */
    submitOn?: 'enter' | 'command-enter';
  };

/** The card that is the field shows that the keyboard is in it; also in Firefox before 121, which has no `:has()`. */
export const bareFieldCardClass =
  'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-primary not-supports-[selector(:has(a))]:focus-within:outline-1 not-supports-[selector(:has(a))]:focus-within:outline-primary';

/** keyCode 229: Safari reports the Enter that ends a composition after the composition has ended. */
const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229;

const submits = (event: KeyboardEvent, on: TextAreaProps['submitOn']): boolean => {
  if (event.key !== 'Enter' || on === undefined) return false;
  return on === 'enter' ? !event.shiftKey && !isComposing(event) : event.ctrlKey || event.metaKey;
};

// `--frame` is what stands above and below the lines.
const bareClass =
  '[--frame:1rem] w-full bg-transparent px-1 py-2 text-base text-ink placeholder:text-muted focus-visible:outline-none aria-invalid:text-danger';

const heightOf = (rows: number): string => `calc(${rows}lh + var(--frame))`;

export function TextArea({
  label,
  hint,
  error,
  isLabelHidden,
  isOptional,
  limit,
  isBare = false,
  submitOn,
  minRows = 3,
  maxRows = 16,
  className,
  onChange,
  ...rest
}: TextAreaProps) {
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''));
  const current = rest.value === undefined ? typed : String(rest.value);
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} isOptional={isOptional}>
      {(attributes) => (
        <>
          <textarea
            rows={minRows}
            className={classNames(
              'field-sizing-content resize-none leading-6.25 not-supports-[field-sizing:content]:resize-y',
              isBare ? bareClass : classNames(controlClass, '[--frame:calc(1rem+2px)]'),
              className,
            )}
            style={{ minHeight: heightOf(minRows), maxHeight: heightOf(maxRows) }}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange?.(event);
            }}
            onKeyDown={(event) => {
              if (!submits(event, submitOn)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            {...attributes}
            {...rest}
          />
          {limit !== undefined && <Counter text={current} limit={limit} from={limit.max > 500 ? 0.9 : 0} />}
        </>
      )}
    </Field>
  );
}
