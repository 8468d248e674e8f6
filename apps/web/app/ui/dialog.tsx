import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { findFocusPlace } from '../lib/screen.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { menuOpener, openerOf } from './menu-opener.ts';

export const overlayClass =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in';

/** A sheet that rises from the bottom edge on phones, a centred card elsewhere. */
export const dialogPanelClass = (width: 'text' | 'picture' = 'text') =>
  classNames(
    'fixed z-50 flex flex-col bg-surface text-ink shadow-float focus:outline-none',
    'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card pb-[env(safe-area-inset-bottom)]',
    'max-md:data-[state=closed]:animate-sheet-out max-md:data-[state=open]:animate-sheet-in',
    'md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:rounded-card md:pb-0',
    width === 'text' ? 'md:w-[min(34rem,calc(100vw-3rem))]' : 'md:w-fit md:min-w-96 md:max-w-[calc(100vw-3rem)]',
    'md:data-[state=closed]:animate-float-out md:data-[state=open]:animate-float-in',
  );

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  children: ReactNode;
  /** As wide as a text is well read, or as the picture that is shown. */
  width?: 'text' | 'picture';
  /** Buttons; they stay in view while long content scrolls. */
  footer?: ReactNode;
  /** What it shows is shown once: only its buttons close it, neither a press beside it nor Escape. */
  isShownOnce?: boolean;
  /** What is under way goes on, whether one looks at it or not: until it is over, nothing closes the dialog. */
  isPending?: boolean;
  /** May keep the focus from going back to where it came from, when the dialog led somewhere else. */
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
            // A field would bring up the keyboard, over half of what has just opened.
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
          <header className="ps-4 pe-16 pt-6 md:ps-6">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
            )}
          </header>
          <div className="min-h-0 overflow-y-auto px-4 py-4 md:px-6">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">
              {footer}
            </footer>
          )}
          {/* Last, so that the focus begins at the first thing that the dialog is for. */}
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
 * A toast above a dialog is Radix's topmost layer and takes Escape for itself. It goes by itself, too: whoever presses
 * Escape in a dialog means the dialog, whatever happens to be said meanwhile.
 */
export const closesByEscape = (onOpenChange: (isOpen: boolean) => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // One press closes one dialog, where a question stands above it.
    event.preventDefault();
    onOpenChange(false);
  },
});

const staysOpen = {
  onEscapeKeyDown: (event: Event) => event.preventDefault(),
  onInteractOutside: (event: Event) => event.preventDefault(),
};

/** What had the focus; of an item of a menu that closes, the button that opened the menu. */
const findOrigin = (): HTMLElement | null => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  return focused === document.body ? menuOpener.current : (openerOf(focused) ?? focused);
};

type Whence = { origin: HTMLElement; region: HTMLElement | null } | null;

/** Where the dialog was opened from that is open now. */
const lastOpened: { current: Whence } = { current: null };

/**
 * For Radix dialogs that are opened by state: Radix gives the focus back to its own trigger only, and without one to
 * nothing at all. What led here may be gone by then: the list that it stood in (`FocusKeeper`) or the screen's own place stays.
 */
export function useReturnFocus() {
  const from = useRef<Whence>(null);
  return {
    onOpenAutoFocus: () => {
      const origin = findOrigin();
      // Where one dialog takes the place of another, both lead back to where the first came from.
      from.current = origin
        ? { origin, region: origin.closest<HTMLElement>('section[tabindex="-1"]') }
        : lastOpened.current;
      lastOpened.current = from.current;
    },
    onCloseAutoFocus: (event: Event) => {
      const { origin, region } = from.current ?? {};
      if (lastOpened.current === from.current) lastOpened.current = null;
      if (event.defaultPrevented) return;
      const place = origin?.isConnected
        ? origin
        : document.activeElement === document.body && (region?.isConnected ? region : findFocusPlace());
      if (!place) return;
      event.preventDefault();
      place.focus({ preventScroll: true });
    },
  };
}
