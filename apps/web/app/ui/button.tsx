import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'forced-colors:border bg-primary text-on-primary hover:bg-primary-strong',
  secondary: 'border border-field bg-surface text-ink hover:bg-primary-soft',
  quiet: 'text-muted hover:bg-primary-soft hover:text-ink',
  destructive: 'forced-colors:border bg-danger text-on-danger hover:opacity-90',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm',
  medium: 'min-h-11 px-4 py-2 text-sm',
  large: 'min-h-12 px-6 py-2.5 text-base',
};

/** The look of a button, for links that lead to the one action of a view. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'medium') =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold text-center no-underline transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  );

/**
 * Attributes of a button whose deed is under way: it refuses presses, those that a form makes for Enter too, and keeps
 * the keyboard's place, which a disabled button would lose.
 */
export const pendingAttributes = {
  'aria-disabled': true,
  'aria-busy': true,
  disabled: false,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and refuses presses while the thing asked for is under way. */
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
