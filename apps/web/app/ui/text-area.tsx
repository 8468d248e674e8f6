import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { type CharacterLimit, Counter } from './counter.tsx';
import { controlClass, Field, type FieldText } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> &
  FieldText & {
    /** Height in lines: it grows with its text from `minRows` to `maxRows`. */
    minRows?: number;
    maxRows?: number;
    /** Shows the characters left: always for short limits, near the end for long ones. Never cuts the text. */
    limit?: CharacterLimit;
    /** No border or background, because the card around it has them. */
    isBare?: boolean;
    /** Submits the form with Enter (Shift+Enter for a new line), or with Ctrl/Cmd+Enter. */
    submitOn?: 'enter' | 'command-enter';
  };

/** Focus ring of a card around a bare field. Firefox before 121 lacks `:has()` and uses `:focus-within`. */
export const bareFieldCardClass =
  'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-primary not-supports-[selector(:has(a))]:focus-within:outline-1 not-supports-[selector(:has(a))]:focus-within:outline-primary';

/** keyCode 229: Safari reports the Enter that ends an IME composition after the composition has ended. */
const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229;

const shouldSubmit = (event: KeyboardEvent, on: TextAreaProps['submitOn']): boolean => {
  if (event.key !== 'Enter' || on === undefined) return false;
  return on === 'enter' ? !event.shiftKey && !isComposing(event) : event.ctrlKey || event.metaKey;
};

// `--frame` is the padding and border above and below the lines.
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
  const [typedText, setTypedText] = useState(() => String(rest.defaultValue ?? ''));
  const current = rest.value === undefined ? typedText : String(rest.value);
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
              setTypedText(event.target.value);
              onChange?.(event);
            }}
            onKeyDown={(event) => {
              if (!shouldSubmit(event, submitOn)) return;
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
