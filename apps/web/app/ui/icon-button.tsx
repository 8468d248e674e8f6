import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { pendingAttributes } from './button.tsx';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon;
  label: string;
  size?: 'small' | 'medium';
  /** Refuses presses while the thing asked for is under way. */
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
        size === 'small' ? 'size-8' : 'size-11',
        className,
      )}
      {...rest}
      {...(isPending && pendingAttributes)}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
