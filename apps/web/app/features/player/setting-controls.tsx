import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../ui/class-names.ts';

const settingClass = (isOn = false) =>
  classNames(
    'relative flex min-h-16 min-w-16 flex-col items-center justify-center gap-1 rounded-control px-2 text-xs font-semibold transition-colors hover:bg-primary-soft hover:text-ink',
    isOn ? 'text-primary' : 'text-muted',
  );

type SettingButtonProps = ComponentProps<'button'> & { icon: LucideIcon; isOn?: boolean };

/** A setting of the player with an icon above its word. */
export const SettingButton = ({ icon: Icon, isOn, children, ...rest }: SettingButtonProps) => (
  <button type="button" className={settingClass(isOn)} {...rest}>
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </button>
);

type SettingSelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  icon: LucideIcon;
  label: string;
  /** The visible text. */
  caption: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/**
 * The same look for a choice. An invisible native select covers it, so that phones open their own sheet of choices.
 */
export const SettingSelect = ({ icon: Icon, label, caption, options, onChange, ...rest }: SettingSelectProps) => (
  <span className={classNames(settingClass(), 'has-focus-visible:outline-2 has-focus-visible:outline-primary')}>
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    <span aria-hidden="true">{caption}</span>
    <select
      aria-label={label}
      className="absolute inset-0 cursor-pointer opacity-0"
      onChange={({ target }) => onChange(target.value)}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);
