import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ label, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="flex min-h-6 cursor-pointer items-start gap-3 text-sm text-ink">
        <input
          type="checkbox"
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          className={classNames('mt-px size-5 shrink-0 accent-primary', className)}
          {...rest}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && <FieldError id={errorId} text={error} />}
    </div>
  );
}
