import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useReturnFocus } from './focus.tsx';

export const overlayClass =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in';

/** Widths of dialogs on screens above phones: a question, text, or the width of a picture. */
const widths = {
  question: 'md:w-[min(28rem,calc(100vw-3rem))]',
  text: 'md:w-[min(34rem,calc(100vw-3rem))]',
  picture: 'md:w-fit md:min-w-96 md:max-w-[calc(100vw-3rem)]',
} as const;

/** A bottom sheet on phones, a centered card on larger screens. */
export const dialogPanelClass = (width: keyof typeof widths = 'text') =>
  classNames(
    'fixed z-50 flex flex-col bg-surface text-ink shadow-float focus:outline-none',
    'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card pb-[env(safe-area-inset-bottom)]',
    'max-md:data-[state=closed]:animate-sheet-out max-md:data-[state=open]:animate-sheet-in',
    'md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:rounded-card md:pb-0',
    widths[width],
    'md:data-[state=closed]:animate-float-out md:data-[state=open]:animate-float-in',
  );

/** Scrolls between two lines, below the title and above the buttons. */
const bodyClass = 'relative min-h-0 overflow-y-auto border-t border-line p-4 md:px-6';

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  children: ReactNode;
  /** Wide enough for text, or as wide as the picture that it shows. */
  width?: 'text' | 'picture';
  /** Buttons that stay in view while long content scrolls. */
  footer?: ReactNode;
  /** For content that is shown once: only the buttons close it. Escape and clicks outside do not. */
  isShownOnce?: boolean;
  /** While an action is in flight, nothing closes the dialog. */
  isPending?: boolean;
  /** Called before the focus returns to the opener. Prevent its default to move the focus elsewhere. */
  onCloseAutoFocus?: (event: Event) => void;
};

export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  width,
  footer,
  isShownOnce = false,
  isPending = false,
  onCloseAutoFocus,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const close = unlessPending(isPending, onOpenChange);
  return (
    <Radix.Root open={isOpen} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={dialogPanelClass(width)}
          {...returnFocus}
          {...(isShownOnce ? staysOpen : closesByEscape(close))}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            // On a touch screen, focusing a field would open the keyboard over half of the dialog.
            if (window.matchMedia('(pointer: fine)').matches) return;
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            returnFocus.onCloseAutoFocus(event);
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          {/* No header and footer elements: in a dialog, they would be landmarks of the page. */}
          <div className="ps-4 pe-16 pt-6 pb-4 md:ps-6">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
            )}
          </div>
          <div className={bodyClass}>{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">{footer}</div>
          )}
          {/* Last in the DOM, so that the focus starts at the content. */}
          <Radix.Close asChild>
            <IconButton icon={X} label="Close" aria-disabled={isPending} className="absolute end-3 top-4 md:end-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const unlessPending =
  (isPending: boolean, onOpenChange: (isOpen: boolean) => void) =>
  (isOpen: boolean): void => {
    if (!isPending) onOpenChange(isOpen);
  };

/**
 * Closes a dialog on Escape even below a toast. A toast is Radix's topmost layer and would take the key, but the user
 * means the dialog.
 */
export const closesByEscape = (onOpenChange: (isOpen: boolean) => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Escape closes only the top dialog.
    event.preventDefault();
    onOpenChange(false);
  },
});

const staysOpen = {
  onEscapeKeyDown: (event: Event) => event.preventDefault(),
  onInteractOutside: (event: Event) => event.preventDefault(),
};
