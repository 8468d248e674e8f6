import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './loading.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  // A disabled primary button is plain: a faded one looks broken.
  primary:
    'forced-colors:border bg-primary text-on-primary hover:bg-primary-strong disabled:bg-sunk disabled:text-muted',
  secondary: 'disabled:opacity-55 border border-field bg-surface text-ink hover:bg-primary-soft',
  quiet: 'disabled:opacity-55 text-muted hover:bg-primary-soft hover:text-ink',
  destructive: 'disabled:opacity-55 forced-colors:border bg-danger text-on-danger hover:opacity-90',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-4 py-2 text-sm',
  large: 'min-h-12 px-6 py-2 text-base',
};

/** The class of a button, also for links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'medium') =>
  classNames(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-semibold text-center no-underline transition-colors select-none',
    'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
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
        'inline-flex shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
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
