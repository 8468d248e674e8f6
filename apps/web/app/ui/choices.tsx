import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, FieldError, type FieldText } from './field.tsx';

/** Custom boxes and radio buttons, the same in every browser and color scheme. Forced colors keep the native ones. */
export const choiceClass =
  'grid size-5 shrink-0 appearance-none place-content-center border border-field bg-control transition-colors before:scale-0 before:bg-on-primary before:transition-transform checked:border-primary checked:bg-primary checked:before:scale-100 hover:border-ink unavailable:cursor-not-allowed unavailable:border-line unavailable:bg-sunk unavailable:checked:border-field unavailable:checked:bg-field forced-colors:appearance-auto forced-colors:before:hidden';

/** Keys that change a value. Browser shortcuts, such as reload, keep working. */
const choosingKey = /^(?:.|Arrow\w+|Home|End|Page\w+|Enter|F4)$/u;

/** Emulates `readOnly` for checkboxes and selects: they keep the focus and their value. */
const readOnlyAttributes = {
  'aria-disabled': true,
  // In the capture phase: otherwise React reports a change before the browser reverts it.
  onClickCapture: (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && choosingKey.test(event.key)) event.preventDefault();
  },
};

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  error?: string | undefined;
  /** For table cells with a column heading: draws the box only, with a hit area of 44 px. */
  isBare?: boolean;
};

export function Checkbox({ label, error, isBare = false, className, readOnly = false, ...rest }: CheckboxProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <label
        htmlFor={id}
        className={classNames(
          'flex cursor-pointer text-sm text-ink',
          isBare
            ? 'size-11 items-center justify-center'
            : 'min-h-6 items-start gap-3 pointer-coarse:min-h-11 pointer-coarse:items-center',
        )}
      >
        <input
          type="checkbox"
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          className={classNames(
            choiceClass,
            'mt-px rounded-small before:size-3 before:[clip-path:polygon(14%_46%,3%_58%,40%_94%,98%_22%,86%_11%,39%_70%)] aria-invalid:border-danger',
            className,
          )}
          {...rest}
          {...(readOnly && readOnlyAttributes)}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && <FieldError id={errorId} text={error} />}
    </div>
  );
}

type RadioGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  readOnly?: boolean;
};

/** A group of native radio buttons. The whole row of an option can be clicked. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, readOnly = false } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-ink">{label}</legend>
      <div className="mt-1 flex flex-col">
        {options.map((option) => (
          <label
            key={option.value}
            className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-2 py-1.5 text-sm text-ink hover:bg-primary-soft"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-disabled={readOnly || undefined}
              onChange={() => {
                if (!readOnly) onChange(option.value);
              }}
              className={classNames(choiceClass, 'rounded-full before:size-2 before:rounded-full')}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SelectProps = ComponentProps<'select'> &
  FieldText & { options: readonly { value: string; label: string }[]; readOnly?: boolean };

/** A native select: it opens as a wheel on phones and works with every assistive technology. */
export function Select(props: SelectProps) {
  const { label, hint, error, isLabelHidden, isOptional, options, className, readOnly = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} isOptional={isOptional}>
      {(attributes) => (
        <span className="relative block">
          <select
            className={classNames(
              controlClass,
              'min-h-11 appearance-none pe-12',
              // The list opens on pointer down, which `preventDefault` on click cannot stop.
              readOnly && 'pointer-events-none',
              className,
            )}
            {...attributes}
            {...rest}
            {...(readOnly && readOnlyAttributes)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  );
}
