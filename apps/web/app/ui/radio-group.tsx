import { useId } from 'react';

type RadioGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
};

/** One of a few: the browser's own buttons, each as wide as its words may be pressed. */
export function RadioGroup<Value extends string>({ label, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-ink">{label}</legend>
      <div className="mt-1 flex flex-col">
        {options.map((option) => (
          <label
            key={option.value}
            className="-mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded-small px-2 py-1.5 text-sm text-ink hover:bg-primary-soft"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-5 shrink-0 accent-primary"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
