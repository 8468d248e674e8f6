import { feedLimits } from '@commons/contract/feed';
import { EyeOff, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';

const suggestions = ['Grief', 'Self-harm', 'Eating', 'Violence', 'Abuse', 'Substance use'];

type ContentWarningProps = {
  /** A suggested or custom warning. Null if the field is hidden. */
  value: string | null;
  isDisabled: boolean;
  onChange: (value: string | null) => void;
};

/** Field for a content warning. The warning hides the post until a reader opens it. */
export const ContentWarningField = ({ value, isDisabled, onChange }: ContentWarningProps) => {
  const labelId = useId();
  if (value === null) return null;
  return (
    <div className="mt-2 flex animate-float-in flex-col gap-2">
      <TextField
        label="Content warning"
        hint="Your post stays hidden behind this warning until someone opens it."
        autoComplete="off"
        placeholder="Topic, for example grief"
        limit={{ max: feedLimits.warningCharacters }}
        readOnly={isDisabled}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // Enter must not submit the post.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        trailing={
          <IconButton
            icon={X}
            label="Remove content warning"
            size="small"
            disabled={isDisabled}
            onClick={() => onChange(null)}
          />
        }
      />
      <p id={labelId} className="sr-only">
        Common content warnings
      </p>
      <ul aria-labelledby={labelId} className="flex flex-wrap gap-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion}>
            <button
              type="button"
              disabled={isDisabled}
              aria-pressed={value === suggestion}
              onClick={() => onChange(suggestion)}
              className={classNames(
                'inline-flex min-h-9 items-center rounded-full border px-3 text-sm transition-colors pointer-coarse:min-h-11',
                value === suggestion
                  ? 'border-primary bg-primary-soft text-primary forced-colors:outline-2'
                  : 'border-line text-muted hover:border-field hover:text-ink',
              )}
            >
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Button that shows the field for a content warning. */
export const AddContentWarning = ({ value, isDisabled, onChange }: ContentWarningProps) =>
  value === null && (
    <Button variant="quiet" size="small" className="-ms-3 me-auto" disabled={isDisabled} onClick={() => onChange('')}>
      <EyeOff size={20} strokeWidth={1.75} aria-hidden="true" />
      Content warning
    </Button>
  );
