import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, FieldError, type FieldText } from './field.tsx';

/** Drawn by us, the same in every browser and both schemes; where readers bring their own colours, the browser's own. */
export const choiceClass =
  'grid size-5 shrink-0 appearance-none place-content-center border border-field bg-sunk transition-colors before:scale-0 before:bg-on-primary before:transition-transform checked:border-primary checked:bg-primary checked:before:scale-100 hover:border-ink disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 forced-colors:appearance-auto forced-colors:before:hidden';

/** Keys that choose; what the browser does by others, such as loading a page again, stays its own. */
const choosingKey = /^(?:.|Arrow\w+|Home|End|Page\w+|Enter|F4)$/u;

/** `readOnly`, which boxes and lists do not have of their own: they keep the focus, and stay as they are. */
const heldStill = {
  'aria-disabled': true,
  // On its way down: React would tell a form of the change before the browser takes it back.
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
  /** In a table, whose heads say what it is for: only the box is drawn, and 44 px around it may be pressed. */
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
          {...(readOnly && heldStill)}
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

/** One of a few: the browser's own buttons, each as wide as its words may be pressed. */
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

/** The browser's own list: it opens as a wheel on phones and is known to every assistive technology. */
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
              // A press opens the list before anything can refuse it.
              readOnly && 'pointer-events-none',
              className,
            )}
            {...attributes}
            {...rest}
            {...(readOnly && heldStill)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  );
}
