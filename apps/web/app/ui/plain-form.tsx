import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { showToast } from '../lib/toast-store.ts';
import { Banner } from './banner.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import { Spinner } from './loading.tsx';

type PlainFormProps = ComponentProps<'form'> & {
  /** Shown above the fields after a submission that failed. */
  failure: ReactNode;
  button: { text: string; pendingText: string; variant?: ButtonVariant; className?: string };
  /** Shown if the server could not be reached. */
  unreachableText?: string;
  /** Content below the button. */
  footer?: ReactNode;
};

/**
 * Keeps the typed text while the device is offline, where the application shows public pages without `form-pages.ts`.
 * Otherwise the browser would replace the page with its own error.
 */
const blockSubmitWhileOffline = (event: SyntheticEvent): void => {
  if (navigator.onLine) return;
  event.preventDefault();
  showToast({
    title: 'You are offline',
    description: 'What you typed is still here. Please send it when you are online.',
    variant: 'info',
  });
};

/**
 * A form of a page without React. It also works without JavaScript. Texts that `form-pages.ts` may need are in templates.
 */
export function PlainForm({
  failure,
  button,
  unreachableText = 'The community could not be reached. Please check your connection and try again.',
  footer,
  children,
  ...attributes
}: PlainFormProps) {
  return (
    <form method="post" noValidate className="flex flex-col gap-4" onSubmit={blockSubmitWhileOffline} {...attributes}>
      {failure}
      {children}
      <Button
        type="submit"
        size="large"
        {...(button.variant && { variant: button.variant })}
        className={classNames('group mt-1 w-full', button.className)}
      >
        <span className="group-aria-busy:hidden">{button.text}</span>
        <span className="hidden items-center gap-2 group-aria-busy:inline-flex">
          <Spinner size="small" />
          {button.pendingText}
        </span>
      </Button>
      {footer}
      <template data-error="">
        <FieldError id="" text="" />
      </template>
      <template data-failure="">
        <Banner tone="danger" isAlert>
          <span data-message="">{unreachableText}</span>
        </Banner>
      </template>
    </form>
  );
}
