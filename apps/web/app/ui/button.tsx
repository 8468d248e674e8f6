import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './loading.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive';
export type ButtonSize = 'small' | 'medium' | 'large';

// A disabled button is flat and keeps a readable word: a faded one looks broken.
const flat = 'border unavailable:border-line unavailable:bg-sunk unavailable:text-muted';
const clear = 'text-muted hover:bg-primary-soft hover:text-ink unavailable:bg-transparent unavailable:text-field';

const variants: Record<ButtonVariant, string> = {
  primary: `${flat} border-transparent bg-primary text-on-primary hover:bg-primary-strong`,
  secondary: `${flat} border-field bg-surface text-ink hover:bg-primary-soft`,
  quiet: clear,
  destructive: `${flat} border-transparent bg-danger text-on-danger hover:bg-danger/90`,
};

/** The button decides the size of its icons: 16 px if it is small, otherwise 20 px. */
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0',
  medium: 'min-h-11 px-4 py-2 text-sm [&>svg]:size-5 [&>svg]:shrink-0',
  large: 'min-h-12 px-6 py-2 text-base [&>svg]:size-5 [&>svg]:shrink-0',
};

/** The class of a button, also for links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'medium') =>
  classNames(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-semibold text-center no-underline transition-colors select-none',
    'aria-busy:cursor-progress unavailable:cursor-not-allowed',
    variants[variant],
    sizes[size],
  );

/**
 * Attributes of a button while its action is in flight. It ignores clicks and implicit form submission by Enter. It is
 * not `disabled`, because a disabled button loses the focus.
 */
const pendingAttributes = {
  'aria-disabled': true,
  'aria-busy': true,
  disabled: false,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks while the action is in flight. */
  isPending?: boolean;
};

export function Button({
  variant = 'primary',
  size = 'medium',
  isPending = false,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonClass(variant, size), className)}
      {...rest}
      {...(isPending && pendingAttributes)}
    >
      {isPending && <Spinner size="small" />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon;
  label: string;
  size?: 'small' | 'medium';
  /** Ignores clicks while the action is in flight. */
  isPending?: boolean;
};

export function IconButton({
  icon: Icon,
  label,
  size = 'medium',
  isPending = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full transition-colors',
        'aria-busy:cursor-progress unavailable:cursor-not-allowed',
        clear,
        size === 'small' ? 'size-8 pointer-coarse:size-11' : 'size-11',
        className,
      )}
      {...rest}
      {...(isPending && pendingAttributes)}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

type OptionsButtonProps = Omit<ComponentProps<typeof IconButton>, 'icon' | 'label'> & {
  /** For example "Post". */
  noun: string;
  /** Identifies the item in the accessible name. */
  name: string;
};

/** The button of an item's menu. */
export const OptionsButton = ({ noun, name, ...rest }: OptionsButtonProps) => (
  <IconButton icon={Ellipsis} label={`${noun} options, ${name}`} title={`${noun} options`} {...rest} />
);
