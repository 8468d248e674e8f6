import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { type CharacterLimit, Counter } from './counter.tsx';
import { controlClass, Field, type FieldText } from './field.tsx';

type TextFieldProps = ComponentProps<'input'> &
  FieldText & {
    /** A small control at the end, inside the field. */
    trailing?: ReactNode;
    /** Shows the characters left near the limit. Never cuts the text. */
    limit?: CharacterLimit;
  };

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  isOptional,
  trailing,
  limit,
  className,
  onChange,
  ...rest
}: TextFieldProps) {
  const [typedText, setTypedText] = useState(() => String(rest.defaultValue ?? ''));
  const current = rest.value === undefined ? typedText : String(rest.value);
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} isOptional={isOptional}>
      {(attributes) => (
        <>
          <span className="relative block">
            <input
              className={classNames(
                controlClass,
                'min-h-11 [&::-webkit-date-and-time-value]:text-start',
                trailing !== undefined && 'pe-12',
                className,
              )}
              onChange={(event) => {
                setTypedText(event.target.value);
                onChange?.(event);
              }}
              {...attributes}
              {...rest}
            />
            {trailing !== undefined && <span className="absolute inset-y-0 end-0.5 flex items-center">{trailing}</span>}
          </span>
          {limit !== undefined && <Counter text={current} limit={limit} from={0.8} />}
        </>
      )}
    </Field>
  );
}
