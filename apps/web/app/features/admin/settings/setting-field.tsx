import { type SettingName, settingOf } from '@commons/contract/settings';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../../ui/choices.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AccentField } from './accent-field.tsx';
import { controlOf, toText } from './controls.ts';
import { SecretField } from './secret-field.tsx';
import { describeValue, lockReason } from './settings.texts.ts';
import type { SettingFieldProps } from './use-settings-form.ts';

/** One setting: its control, the origin of its value, and the way back to the default. */
export function SettingField({ name, form }: SettingFieldProps) {
  const { isLocked, problem } = form.base.states[name];
  if (isLocked) return <LockedField name={name} form={form} />;
  return (
    <div className="flex flex-col gap-1.5">
      {settingOf(name).isSecret ? <SecretField name={name} form={form} /> : <EditableField name={name} form={form} />}
      {problem !== null && !form.isEdited(name) && <Banner tone="warn">{problem}</Banner>}
      {!settingOf(name).isSecret && <Origin name={name} form={form} />}
    </div>
  );
}

/** A value that the panel cannot change. It can still be focused and copied. */
function LockedField({ name, form }: SettingFieldProps) {
  const { title, isSecret } = settingOf(name);
  const secretText = form.base.states[name].isSet ? 'Set' : 'Not set';
  return (
    <TextField
      label={title}
      readOnly
      className="bg-sunk text-muted"
      value={isSecret ? secretText : describeValue(name, toText(form.base.values[name]))}
      hint={
        <span className="flex items-start gap-1.5">
          <LockKeyhole size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span>{lockReason(name, form.base)}</span>
        </span>
      }
    />
  );
}

function EditableField({ name, form }: SettingFieldProps) {
  const { title } = settingOf(name);
  const { kind, hint, options = [], input } = controlOf(name);
  const text = form.textOf(name);
  const error = form.errors[name];
  const field = {
    label: title,
    error,
    ...(hint !== undefined && { hint }),
    value: text,
    readOnly: form.isPending,
    onChange: ({ target }: { target: { value: string } }) => form.edit(name, target.value),
  };
  switch (kind) {
    case 'choice':
      return (
        <WithHint name={name} hint={hint} error={error}>
          <RadioGroup
            label={title}
            options={options}
            value={text}
            readOnly={form.isPending}
            onChange={(value) => form.edit(name, value)}
          />
        </WithHint>
      );
    case 'switch':
      return (
        <WithHint name={name} hint={hint} error={error}>
          <Checkbox
            label={title}
            checked={text === 'true'}
            readOnly={form.isPending}
            onChange={({ target }) => form.edit(name, String(target.checked))}
          />
        </WithHint>
      );
    case 'color':
      return <AccentField name={name} form={form} />;
    case 'lines':
      return <TextArea {...field} minRows={2} />;
    case 'list':
      return <TextArea {...field} minRows={2} spellCheck={false} />;
    case 'number':
      return <TextField {...field} {...input} type="number" inputMode="numeric" className="max-w-32" />;
    case 'line':
      return <TextField {...field} {...input} autoComplete="off" spellCheck={name === 'shortDescription'} />;
  }
}

type WithHintProps = { name: SettingName; hint: string | undefined; error: string | undefined; children: ReactNode };

/** A choice with a hint, for controls without one of their own. */
const WithHint = ({ name, hint, error, children }: WithHintProps) => (
  <div className="flex flex-col gap-1.5">
    {children}
    {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
    {error !== undefined && (
      <div role="alert">
        <FieldError id={`${name}-error`} text={error} />
      </div>
    )}
  </div>
);

/** Says whether the value is the default, and restores it. */
function Origin({ name, form }: SettingFieldProps) {
  const { source } = form.base.states[name];
  const defaultText = toText(form.base.defaults[name]);
  if (form.isRemoved(name))
    return (
      <p className="text-xs text-muted" role="status">
        {defaultText === '' ? 'It is removed when you save.' : 'The default is restored when you save.'}
      </p>
    );
  if (form.isEdited(name)) return null;
  if (source === 'default')
    return defaultText === '' ? null : <p className="text-xs text-muted">This is the default.</p>;
  // An optional text is emptied in its own field.
  if (defaultText === '' && controlOf(name).kind !== 'color') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      {defaultText !== '' && <span className="wrap-anywhere">Default: {describeValue(name, defaultText)}</span>}
      <Button variant="quiet" size="small" className="-mx-3 text-primary" onClick={() => form.edit(name, null)}>
        <span>
          Restore default<span className="sr-only"> of {settingOf(name).title}</span>
        </span>
      </Button>
    </p>
  );
}
