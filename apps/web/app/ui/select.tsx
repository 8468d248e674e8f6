import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldText } from './field.tsx';

type SelectProps = ComponentProps<'select'> & FieldText & { options: readonly { value: string; label: string }[] };

/** The browser's own list: it opens as a wheel on phones and is known to every assistive technology. */
export function Select({ label, hint, error, isLabelHidden, isOptional, options, className, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} isOptional={isOptional}>
      {(attributes) => (
        <span className="relative block">
          <select
            className={classNames(controlClass, 'min-h-11 appearance-none pr-10', className)}
            {...attributes}
            {...rest}
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
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  );
}
