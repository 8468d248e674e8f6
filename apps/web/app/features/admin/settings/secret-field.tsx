import { settingOf } from '@commons/contract/settings';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { SettingFieldProps } from './use-settings-form.ts';

const hint = 'Nobody can read it here after you save it.';

/** A value that the server never shows. An admin can replace it or remove it. */
export function SecretField({ name, form }: SettingFieldProps) {
  const { title } = settingOf(name);
  const [isReplacing, setIsReplacing] = useState(false);
  const { isSet, source } = form.base.states[name];
  const [shownState, setShownState] = useState(form.base.states[name]);
  if (shownState !== form.base.states[name]) {
    // The new value is saved.
    setShownState(form.base.states[name]);
    setIsReplacing(false);
  }
  const error = form.errors[name];
  if (!isSet || isReplacing || error !== undefined)
    return (
      <>
        <TextField
          label={title}
          hint={isSet ? hint : `Not set. ${hint}`}
          error={error}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          // The admin asked for this field.
          autoFocus={isReplacing}
          readOnly={form.isPending}
          value={form.isRemoved(name) ? '' : form.textOf(name)}
          onChange={({ target }) => form.edit(name, target.value)}
        />
        {isReplacing && (
          <Button
            variant="quiet"
            size="small"
            className="-ms-3 self-start text-primary"
            onClick={() => {
              setIsReplacing(false);
              form.undo(name);
            }}
          >
            Keep the present one
          </Button>
        )}
      </>
    );
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">{title}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-muted" role="status">
          {form.isRemoved(name) ? 'It is removed when you save.' : 'It is set.'}
        </p>
        {form.isRemoved(name) ? (
          <Button variant="secondary" size="small" onClick={() => form.undo(name)}>
            Keep it
          </Button>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => setIsReplacing(true)}>
              Replace
            </Button>
            {source === 'panel' && (
              <Button variant="secondary" size="small" onClick={() => form.edit(name, null)}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
