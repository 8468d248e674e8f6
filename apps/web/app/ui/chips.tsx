import { fadingRowClass, scrollToPressed } from './chip-row.ts';
import { classNames } from './class-names.ts';

type ChipsProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A row of filter chips, one of which is pressed. On phones it scrolls sideways, from edge to edge. */
export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) {
  return (
    <div
      ref={scrollToPressed}
      role="group"
      aria-label={label}
      className={`relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 sm:mask-none ${fadingRowClass}`}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'inline-flex min-h-9 shrink-0 items-center rounded-full border px-3 text-sm font-semibold whitespace-nowrap transition-colors pointer-coarse:min-h-11',
            option.value === value
              ? 'border-primary bg-primary-soft text-primary forced-colors:outline-2 forced-colors:-outline-offset-4'
              : 'border-line bg-surface text-muted hover:border-field hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
